import { factsOf, type RecordedFact } from '@pps/event-store';
import { apiKeyStream, type ApiKeyFact } from '@pps/identity/events';
import { defineProjection, oneByOne, type ProjectionContext } from '@pps/read-store';
import { projectStream, type SandboxReset } from '@pps/workspaces/events';
import { apiKeyTable } from './api_keys.tables';

/** Every API key ever made, revoked ones too; what a key may do now is asked of its stream. */
export const apiKeysProjection = defineProjection({
  name: 'api_keys',
  version: 2,
  handles: factsOf(apiKeyStream, 'ApiKeyCreated', 'ApiKeyUpdated', 'ApiKeyRevoked').and(projectStream, 'SandboxReset'),
  tables: [apiKeyTable],
  project: oneByOne((fact, context) => (fact.type === 'SandboxReset' ? deleteOlderEpochs(fact, context) : project(fact, context))),
});

async function project(fact: RecordedFact<ApiKeyFact>, { tx, table }: ProjectionContext): Promise<void> {
  const { revision } = fact;
  const newer = (keyId: string) => tx(table('api_keys')).where({ key_id: keyId }).andWhere('revision', '<', revision);
  switch (fact.type) {
    case 'ApiKeyCreated':
      return apiKeyTable.insertMissing(tx, table('api_keys'), [apiKeyTable.row(fact)]);
    case 'ApiKeyUpdated': {
      const { keyId, name, scopes, accountIds } = fact.data;
      // An absent field is unchanged: knex leaves out what is undefined.
      await newer(keyId).update({ name, scopes, account_ids: accountIds, revision });
      return;
    }
    case 'ApiKeyRevoked': {
      const { keyId, revokedAt } = fact.data;
      await newer(keyId).update({ revoked_at: revokedAt, revision });
      return;
    }
  }
}

async function deleteOlderEpochs(fact: RecordedFact<SandboxReset>, { tx, table }: ProjectionContext): Promise<void> {
  const { epoch } = fact.data;
  const projectId = fact.stream.slice('project-'.length);
  await tx(table('api_keys')).where({ project_id: projectId }).andWhere('epoch', '<', epoch).delete();
}
