import { QueryClient } from '@tanstack/react-query';

/** What was read. The SDK repeats what may be repeated, and the stream of changes says what is no longer true. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 30_000, gcTime: 120_000, refetchOnWindowFocus: true } },
});
