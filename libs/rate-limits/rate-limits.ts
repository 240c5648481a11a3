import { Rejected } from '@pps/kernel';
import { clientNetworkOf, isLoopback, noteLimit, type Configuration } from '@pps/runtime';
import { LRUCache } from 'lru-cache';
import type { AttemptWindows } from './attempt-windows.store';
import { rateLimitRules, type LimitName, type RateLimitRule } from './rate-limits.policy';

const blockedAtMost = 10_000;

/** Whether what comes from an address is counted: not from this machine while the third parties' simulators run, unless LIMIT_LOOPBACK says so. */
export const isAddressLimited = (
  address: string,
  { LIMIT_LOOPBACK, SIMULATORS }: Pick<Configuration, 'LIMIT_LOOPBACK' | 'SIMULATORS'>,
): boolean => LIMIT_LOOPBACK || !SIMULATORS || !isLoopback(address);

/** Decides whether a client address, a project or a credential may do something once more. Counts over all processes. */
export class RateLimits {
  private readonly rules: Readonly<Record<LimitName, RateLimitRule>>;
  /** Until when somebody is refused, so that a flood does not reach the database. */
  private readonly blocked = new LRUCache<string, number>({ max: blockedAtMost });

  constructor(
    private readonly windows: AttemptWindows,
    private readonly settings: Configuration,
  ) {
    this.rules = rateLimitRules(settings);
  }

  /** Whether a limit goes by the client's address, by the project, by the credential or by the person. */
  ruleOf(name: LimitName): RateLimitRule {
    return this.rules[name];
  }

  /** Counts one more of `name` by an address, a project, a credential or a person, and notes what is left for the answer. Throws `Rejected('rate_limited')` beyond the limit. */
  async require(name: LimitName, who: string): Promise<void> {
    const { by, most, windowMs, message } = this.rules[name];
    if (by === 'address' && !isAddressLimited(who, this.settings)) return;
    const subject = `${name} ${by === 'address' ? clientNetworkOf(who) : who}`;
    const now = performance.now();
    const note = (left: number, secondsLeft: number) =>
      noteLimit({ name, most, windowSeconds: Math.ceil(windowMs / 1_000), left, secondsLeft });
    const refuse = (ms: number): Rejected => {
      const wait = Math.max(1, Math.ceil(ms / 1_000));
      note(0, wait);
      return new Rejected('rate_limited', message, { retry_after_seconds: wait });
    };
    const until = this.blocked.get(subject) ?? -Infinity;
    if (now < until) throw refuse(until - now);
    const { attempts, secondsLeft } = await this.windows.count({ subject }, windowMs);
    if (attempts <= most) return note(most - attempts, Math.max(0, Math.ceil(secondsLeft)));
    this.blocked.set(subject, now + secondsLeft * 1_000);
    throw refuse(secondsLeft * 1_000);
  }
}
