import { factsOf, type RecordedFact } from '@pps/event-store';
import { apiKeyStream, type ApiKeyFact } from '@pps/identity/events';
import { defineProjection, oneByOne, type ProjectionContext } from '@pps/read-store';
import { projectStream, type SandboxReset } from '@pps/workspaces/events';

/** Every API key ever made, revoked ones too; what a key may do now is asked of its stream. */
export const apiKeysProjection = defineProjection({
  name: 'api_keys',
  version: 2,
  handles: factsOf(apiKeyStream, 'ApiKeyCreated', 'ApiKeyUpdated', 'ApiKeyRevoked').and(projectStream, 'SandboxReset'),
  tables: ['api_keys'],
  create,
  project: oneByOne((fact, context) => (fact.type === 'SandboxReset' ? deleteOlderEpochs(fact, context) : project(fact, context))),
});

async function create({ tx, table }: ProjectionContext): Promise<void> {
  const name = table('api_keys');
  await tx.raw(`
    create table ${name} (
      key_id uuid primary key,
      project_id uuid not null,
      epoch int not null,
      organization_id uuid not null,
      user_id uuid not null,
      name text not null,
      prefix text not null,
      scopes text[] not null,
      account_ids uuid[],
      created_at timestamptz not null,
      revoked_at timestamptz,
      revision bigint not null);
    create index on ${name} (project_id, epoch, created_at);
    comment on table ${name} is 'API keys; the keys themselves are kept nowhere.';
    comment on column ${name}.key_id is 'Derived from the keyed hash of the key.';
    comment on column ${name}.project_id is 'The project the key acts in.';
    comment on column ${name}.epoch is 'Epoch of the project when the key was made; older epochs are gone.';
    comment on column ${name}.organization_id is 'The project''s organization.';
    comment on column ${name}.user_id is 'The user the key acts for.';
    comment on column ${name}.name is 'Given by the user.';
    comment on column ${name}.prefix is 'First characters of the key, to recognise it by.';
    comment on column ${name}.scopes is 'Of read, write, destructive.';
    comment on column ${name}.account_ids is 'Platform accounts the key may name; null = all of the project.';
    comment on column ${name}.created_at is 'When it was made.';
    comment on column ${name}.revoked_at is 'When it was revoked; null = it works.';
    comment on column ${name}.revision is 'Revision of the newest fact in the row.';`);
}

async function project(fact: RecordedFact<ApiKeyFact>, { tx, table }: ProjectionContext): Promise<void> {
  const rows = () => tx(table('api_keys'));
  const { revision } = fact;
  const newer = (keyId: string) => rows().where({ key_id: keyId }).andWhere('revision', '<', revision);
  switch (fact.type) {
    case 'ApiKeyCreated': {
      const { keyId, projectId, epoch, organizationId, userId, name, prefix, scopes, accountIds, createdAt } = fact.data;
      const owner = { project_id: projectId, epoch, organization_id: organizationId, user_id: userId };
      const grants = { scopes, account_ids: accountIds };
      await rows()
        .insert({ key_id: keyId, ...owner, name, prefix, ...grants, created_at: createdAt, revision })
        .onConflict('key_id')
        .ignore();
      return;
    }
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
