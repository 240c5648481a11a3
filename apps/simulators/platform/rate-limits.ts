import type { FastifyReply } from 'fastify';
import type { PlatformState } from './platform-state';
import { refusal } from './refusal';
import type { RateCategory } from './settings';

export type RateLimiter = (reply: FastifyReply, username: string, category: RateCategory) => void;

const windowMs = 60_000;

/** Counts the calls of each user and category in windows of a minute, announces them in headers and refuses what is above. Not kept over a restart. */
export function rateLimiter(state: PlatformState): RateLimiter {
  const windows = new Map<string, { startMs: number; used: number }>();
  return (reply, username, category) => {
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
    throw refusal(429, 8, 'This request exceeded a rate limit.');
  };
}
