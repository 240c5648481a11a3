import type { FactoryProvider } from '@nestjs/common';
import {
  bindConnecting,
  type Connecting,
  type ConsentBegun,
  type ConsentStarter,
  type ConsentStarters,
  type PlanLimits,
} from '@pps/connections';
import { APP, type App } from '../../foundation/bind-app';
import type { LiveStates } from '@pps/event-store';
import { findKeyHolder, isSessionValid, type Principal } from '@pps/identity';
import { isSessionOpen, sessionStream, userStream } from '@pps/identity/events';
import { isWithin, type Clock } from '@pps/kernel';
import { readPlan, termsOf } from '@pps/billing';

/** Injection token of `Connecting`: only the API has users who come back from the platform. */
export const CONNECTING = Symbol('Connecting');

export const connecting: FactoryProvider<Connecting> = {
  provide: CONNECTING,
  inject: [APP],
  useFactory: (app: App) =>
    bindConnecting({
      ...app,
      consentStarters: new LiveConsentStarters(app.live, app.clock),
      planLimits: new BilledPlanLimits(app.live),
    }),
};

/** A consent ends with the session or the key that began it, or what that key may do, so that nobody finishes what he began with a stolen one. */
export class LiveConsentStarters implements ConsentStarters {
  constructor(
    private readonly live: LiveStates,
    private readonly clock: Clock,
  ) {}

  async isLive({ userId, accountId }: ConsentBegun, { kind, id: sid, generation: gen = 0 }: ConsentStarter): Promise<boolean> {
    const head = await this.live.head();
    if (kind === 'api_key') return mayConnect(await findKeyHolder(this.live, sid, head, this.clock()), accountId);
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

class BilledPlanLimits implements PlanLimits {
  constructor(private readonly live: LiveStates) {}

  async platformAccounts({ organizationId, environment }: Parameters<PlanLimits['platformAccounts']>[0]): Promise<number> {
    return termsOf(await readPlan(this.live, organizationId), environment).platformAccountsLimit;
  }
}
