import type { FastifyReply } from 'fastify';
import type { PlatformState } from './platform-state';
import { platformRefusal } from './platform-refusal';
import type { RateCategory } from './control-settings';

export type RateLimiter = (reply: FastifyReply, username: string, category: RateCategory) => void;

const windowMs = 60_000;
const dayMs = 86_400_000;

/** Counts the calls of each user and category in windows of a minute, announces them in headers and refuses what is above. Forgotten at a restart. */
export function rateLimiter(state: PlatformState): RateLimiter {
  const windows = new Map<string, { startMs: number; used: number }>();
  const day = { startMs: 0, used: 0 };
  return (reply, username, category) => {
    refuseAboveDay(state, day);
    const limit = state.settings().rate_limits[category];
    const now = Date.now();
    const key = `${category} ${username}`;
    const known = windows.get(key);
    const window = known !== undefined && now - known.startMs < windowMs ? known : { startMs: now, used: 0 };
    windows.set(key, window);
    const refused = window.used >= limit;
    if (!refused) window.used += 1;
    reply.header('X-RateLimit-Limit', `${limit}, ${limit};w=60;name="${category}"`);
    reply.header('X-RateLimit-Remaining', String(limit - window.used));
    reply.header('X-RateLimit-Reset', String(Math.ceil((window.startMs + windowMs - now) / 1000)));
    if (!refused) return;
    reply.header('x-envoy-ratelimited', 'true');
    throw platformRefusal(429, 8, 'This request exceeded a rate limit.');
  };
}

/** The app's calls of all users in a day. */
function refuseAboveDay(state: PlatformState, day: { startMs: number; used: number }): void {
  const limit = state.settings().daily_limit;
  if (limit === 0) return;
  const now = Date.now();
  if (now - day.startMs >= dayMs) Object.assign(day, { startMs: now, used: 0 });
  if (day.used >= limit) throw platformRefusal(429, 8, 'This request exceeded the daily rate limit of apps with Trial access.');
  day.used += 1;
}
