import { Inject, Injectable } from '@nestjs/common';
import { API_KEY_USES, isVisibleKey, type LastUses, type Principal } from '@pps/identity';
import { DATABASE, Freshness, type Database } from '@pps/read-store';
import { listApiKeys } from '@projections/api_keys/api_keys.query';
import { toApiKeyBody } from './api-key-body';

@Injectable()
export class ApiKeyList {
  constructor(
    private readonly freshness: Freshness,
    @Inject(API_KEY_USES) private readonly uses: LastUses,
    @Inject(DATABASE) private readonly db: Database,
  ) {}

  async of(caller: Principal) {
    await this.freshness.wait('api_keys', caller);
    const rows = (await listApiKeys(this.db, caller)).filter(({ account_ids: accountIds }) => isVisibleKey({ accountIds }, caller));
    const uses = await this.uses.findLastUses(rows.map((row) => row.key_id));
    return rows.map((row) => toApiKeyBody(row, uses.get(row.key_id)));
  }
}
