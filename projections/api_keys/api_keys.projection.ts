import { factsOf, type RecordedFact, idOf } from '@pps/event-store';
import { apiKeyStream, type ApiKeyFact } from '@pps/identity/events';
import { textOrEmpty } from '@pps/kernel';
import { defineProjection, oneByOne, type ProjectionContext, type RemovedOwner } from '@pps/read-store';
import { epochFacts, projectStream, startsEpoch, type EpochFact } from '@pps/workspaces/events';
import { apiKeyTable } from './api_keys.tables';

/** Every API key ever made, revoked ones too; what a key may do now is asked of its stream. */
export const apiKeysProjection = defineProjection({
  name: 'api_keys',
  version: 9,
  handles: factsOf(apiKeyStream, 'ApiKeyCreated', 'ApiKeyUpdated', 'ApiKeyRevoked', 'ApiKeyExpiring').and(projectStream, ...epochFacts),
  tables: [apiKeyTable],
  project: oneByOne((fact, context) => (startsEpoch(fact) ? removeOlder(fact, context) : project(fact, context))),
  removePortion,
});

async function project(fact: RecordedFact<ApiKeyFact>, { tx, table }: ProjectionContext): Promise<void> {
  const { revision } = fact;
  const newer = (keyId: string) => tx(table('api_keys')).where({ key_id: keyId }).andWhere('revision', '<', revision);
  switch (fact.type) {
    case 'ApiKeyCreated':
      return apiKeyTable.insertMissing(tx, table('api_keys'), [apiKeyTable.row(fact)]);
    case 'ApiKeyUpdated': {
      const { keyId, scopes, accountIds, mode } = fact.data;
      const name = fact.data.name === undefined ? undefined : textOrEmpty(fact.data.name);
      // An absent field is unchanged: knex leaves out what is undefined.
      await newer(keyId).update({ name, scopes, account_ids: accountIds, mode, revision });
      return;
    }
    case 'ApiKeyExpiring':
      await newer(fact.data.keyId).update({ is_expiring: true, revision });
      return;
    case 'ApiKeyRevoked': {
      const { keyId, revokedAt } = fact.data;
      await newer(keyId).update({ revoked_at: revokedAt, revision });
      return;
    }
  }
}

/** Readers ask for the present epoch only. */
const removeOlder = ({ stream, data }: RecordedFact<EpochFact>, { remove }: ProjectionContext): Promise<void> =>
  remove({ owner: idOf({ stream }, projectStream), beforeEpoch: data.epoch });

async function removePortion({ owner, beforeEpoch }: RemovedOwner, most: number, { tx, table }: ProjectionContext): Promise<number> {
  const older = tx(table('api_keys')).where({ project_id: owner }).andWhere('epoch', '<', beforeEpoch).limit(most).select('key_id');
  return tx(table('api_keys')).whereIn('key_id', older).delete();
}
