import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE, type EventStore } from '@pps/event-store';
import { isVisibleKey, type Identity, type Principal } from '@pps/identity';
import { DATABASE, Freshness, type Database } from '@pps/read-store';
import { epochAt } from '@pps/use-cases';
import { listApiKeys } from '@projections/api_keys/api_keys.query';
import { apiKeysAt } from '@projections/resource_versions/versions-at.query';
import { IDENTITY } from '../auth/identity';
import { apiKeyRowOf, toApiKeyBody } from './api-key-body';

@Injectable()
export class ApiKeyList {
  constructor(
    private readonly freshness: Freshness,
    @Inject(IDENTITY) private readonly identity: Pick<Identity, 'keyUses'>,
    @Inject(DATABASE) private readonly db: Database,
    @Inject(EVENT_STORE) readonly store: EventStore,
  ) {}

  async of(caller: Principal) {
    await this.freshness.wait('api_keys', caller);
    const rows = (await listApiKeys(this.db, caller)).filter(({ account_ids: accountIds }) => isVisibleKey({ accountIds }, caller));
    const uses = await this.identity.keyUses.findLastUses(rows.map((row) => row.key_id));
    return rows.map((row) => toApiKeyBody(row, uses.get(row.key_id)));
  }

  /** The keys as they were at a moment. When one was used last is kept for the present only: a use since then hides those before. */
  async at(caller: Principal, at: Date) {
    const epoch = await epochAt(this, caller, at);
    if (epoch === null) return [];
    await this.freshness.wait('resource_versions', caller);
    const { projectId } = caller;
    const keys = (await apiKeysAt(this.db, { projectId, epoch, at })).filter((key) => isVisibleKey(key, caller));
    const uses = await this.identity.keyUses.findLastUses(keys.map(({ keyId }) => keyId));
    return keys.map((key) => {
      const usedAt = uses.get(key.keyId);
      return toApiKeyBody(apiKeyRowOf(key), usedAt && usedAt <= at ? usedAt : undefined);
    });
  }
}
