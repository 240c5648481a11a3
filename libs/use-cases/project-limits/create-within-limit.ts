import type { KeyedMutex } from '@pps/concurrency';
import type { Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import type { Database, Freshness } from '@pps/read-store';
import { countApiKeys } from '@projections/api_keys/api_keys.query';
import { countWebhooks } from '@projections/webhooks/webhooks.query';

/** What a project may have so many of; the name is the `limit` in the refusal and the read model that counts. */
export type LimitedThing = 'webhooks' | 'api_keys';

export interface CountLimitDeps {
  readonly db: Database;
  readonly freshness: Pick<Freshness, 'wait'>;
  readonly countLimits: Readonly<Record<LimitedThing, number>>;
  readonly creationsByProject: Pick<KeyedMutex, 'runExclusive'>;
}

const counts = { webhooks: countWebhooks, api_keys: countApiKeys } as const;
const names = { webhooks: 'webhooks', api_keys: 'API keys' } as const;

/**
 * Creates one more of what a project has a limited number of, one at a time in this process. Throws `Rejected('plan_limit')` at the limit. Processes
 * that create at the same moment, or while the read model is behind, may exceed it by what they create meanwhile.
 */
export async function createWithinLimit<T>(
  { db, freshness, countLimits, creationsByProject }: CountLimitDeps,
  { projectId, epoch }: Pick<Principal, 'projectId' | 'epoch'>,
  counted: LimitedThing,
  create: () => Promise<T>,
): Promise<T> {
  return creationsByProject.runExclusive(`${counted} ${projectId}`, async () => {
    // Without it nothing could be created while the projector is away.
    await freshness.wait(counted).catch(() => undefined);
    const limit = countLimits[counted];
    if ((await counts[counted](db, { projectId, epoch })) < limit) return create();
    throw new Rejected('plan_limit', `A project has at most ${limit} ${names[counted]}.`, { limit: counted, most: limit });
  });
}
