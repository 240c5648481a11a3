import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useLive } from '../live/live-state';
import { useMe } from '../session/console-session';
import { withSession } from '../session/with-session';

interface Reading {
  /** Types of the stream of changes that make it untrue: `pin`, `account`, or `pin:<id>` for one thing. */
  readonly changes?: readonly string[];
  readonly isOff?: boolean;
  /** What was read before is not taken for what is true. */
  readonly isAskedAnew?: boolean;
  /** Whether it is read every ten seconds where no stream tells of changes. */
  readonly isPolled?: boolean;
}

const pollMs = 10_000;

/** Reads something of the project; again when a change tells of it, or every ten seconds where no stream does. */
export function useRead<Data>(
  key: readonly unknown[],
  read: (signal: AbortSignal) => PromiseLike<Data>,
  { changes = [], isOff = false, isAskedAnew = false, isPolled = true }: Reading = {},
): UseQueryResult<Data, unknown> {
  const { active_project: project } = useMe();
  const isLive = useLive().kind === 'live';
  return useQuery<Data, unknown>({
    queryKey: [project.id, ...key],
    queryFn: ({ signal }) => withSession(() => read(signal)),
    meta: { changes },
    enabled: !isOff,
    ...(isAskedAnew && { staleTime: 0 }),
    refetchInterval: isLive || !isPolled || changes.length === 0 ? false : pollMs,
  });
}
