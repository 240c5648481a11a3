import { ApiError } from 'pin-publishing';

const ended: ReadonlySet<string> = new Set(['missing_credentials', 'invalid_access_token']);

/** Whether the service no longer takes the session. */
export const isSessionEnded = (error: unknown): boolean => error instanceof ApiError && error.status === 401 && ended.has(error.code);
