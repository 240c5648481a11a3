import type { ActionResponseDto } from './auth-response.dto';

/** What was done, in words; with the milliseconds after which to ask again where nothing was. */
export const actionBody = (message: string, retryAfterMs?: number): ActionResponseDto => ({
  message,
  retry_after_seconds: retryAfterMs === undefined ? null : Math.max(1, Math.ceil(retryAfterMs / 1_000)),
});
