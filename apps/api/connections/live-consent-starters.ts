import type { ConsentBegun, ConsentStarter, ConsentStarters } from '@pps/connections';
import type { LiveStates } from '@pps/event-store';
import { findKeyHolder, isSessionValid, type Principal } from '@pps/identity';
import { isSessionOpen, sessionStream, userStream } from '@pps/identity/events';
import { isWithin, type Clock } from '@pps/kernel';

/** A consent ends with the session or the key that began it, or what that key may do, so that nobody finishes what he began with a stolen one. */
export class LiveConsentStarters implements ConsentStarters {
  constructor(
    private readonly live: LiveStates,
    private readonly clock: Clock,
  ) {}

  async isLive({ userId, accountId }: ConsentBegun, { kind, id: sid, generation: gen = 0 }: ConsentStarter): Promise<boolean> {
    const head = await this.live.head();
    if (kind === 'api_key') return mayConnect(await findKeyHolder(this.live, sid, head), accountId);
    const [{ state: user }, { state: session }] = await Promise.all([
      this.live.get(userStream, userId, head),
      this.live.get(sessionStream, sid, head),
    ]);
    return user.kind === 'registered' && isSessionValid(user, { gen, sid }) && isSessionOpen(session, userId, this.clock().toISOString());
  }
}

/** Whether the key may still begin it: a key with an allow-list only reconnects accounts on it. */
const mayConnect = (key: Principal | null, accountId: string | null): boolean =>
  key !== null && key.scopes.includes('write') && isWithin(accountId === null ? null : [accountId], key.accountIds);
