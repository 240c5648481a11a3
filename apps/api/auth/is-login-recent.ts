import type { Principal } from '@pps/identity';
import type { Configuration } from '@pps/runtime';

/** Whether the session's password or Google sign-in is at most `RECENT_LOGIN` old. */
export function isLoginRecent({ authTime = 0 }: Principal, { RECENT_LOGIN }: Pick<Configuration, 'RECENT_LOGIN'>, now: Date): boolean {
  return now.getTime() - authTime * 1_000 <= RECENT_LOGIN;
}
