import type { KeyedMutex } from '@pps/concurrency';
import type { PlanTerms } from '@pps/billing';
import type { Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import type { Database, Freshness } from '@pps/read-store';
import { countApiKeys } from '@projections/api_keys/api_keys.query';
import { countWebhooks } from '@projections/webhooks/webhooks.query';
import type { PinCheckDeps } from '../create-pin/pin-checks';

/** What a project may have so many of; the name is the `limit` in the refusal and the read model that counts. */
export type LimitedThing = 'webhooks' | 'api_keys';

export interface CountLimitDeps extends Pick<PinCheckDeps, 'termsOf' | 'upgradeUrl'> {
  readonly db: Database;
  readonly freshness: Pick<Freshness, 'wait'>;
  readonly creationsByProject: Pick<KeyedMutex, 'runExclusive'>;
}

const limited = {
  webhooks: { name: 'webhooks', count: countWebhooks, limitIn: ({ webhooksLimit }: PlanTerms) => webhooksLimit },
  api_keys: { name: 'API keys', count: countApiKeys, limitIn: ({ apiKeysLimit }: PlanTerms) => apiKeysLimit },
} as const;

/**
 * Creates one more of what a project has a limited number of, one at a time in this process; `create` asks for room once all else is checked, which
 * throws `Rejected('plan_limit')` at the limit. Processes that create at the same moment, or while the read model is behind, may exceed it by what
 * they create meanwhile.
 */
export async function createWithinLimit<T>(
  { db, freshness, termsOf, upgradeUrl, creationsByProject }: CountLimitDeps,
  principal: Principal,
  counted: LimitedThing,
  create: (requireRoom: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const { projectId, epoch } = principal;
  const { name, count, limitIn } = limited[counted];
  const requireRoom = async (): Promise<void> => {
    // Without it nothing could be created while the projector is away.
    await freshness.wait(counted).catch(() => undefined);
    const most = limitIn((await termsOf(principal)).terms);
    const used = await count(db, { projectId, epoch });
    if (used < most) return;
    const message = `The plan allows a project ${most} ${name}.`;
    throw new Rejected('plan_limit', message, { limit: counted, most, used, upgrade_url: upgradeUrl });
  };
  return creationsByProject.runExclusive(`${counted} ${projectId}`, () => create(requireRoom));
}
