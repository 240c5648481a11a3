import { connectionStream, type ConnectionFact } from '@pps/connections/events';
import { factsOf, streamId, type RecordedFact } from '@pps/event-store';
import { defineProjection, oneByOne, type ProjectionContext } from '@pps/read-store';
import { projectStream, type SandboxReset } from '@pps/workspaces/events';

/** Platform accounts of every project, revoked ones included. */
export const accountsProjection = defineProjection({
  name: 'accounts',
  version: 1,
  handles: factsOf(connectionStream, 'AccountConnected', 'AccountReconnected', 'TokenRefreshed', 'ReconnectRequired', 'AccountRevoked').and(
    projectStream,
    'SandboxReset',
  ),
  tables: ['account'],
  create: async ({ tx, table }) => {
    const account = table('account');
    await tx.raw(`
      create table ${account} (
        account_id uuid primary key,
        project_id uuid not null,
        organization_id uuid not null,
        epoch int not null,
        platform_user_id text not null,
        profile_ref uuid not null,
        scopes text[] not null,
        token_expires_at timestamptz not null,
        reconnect_reason text,
        health_checked_at timestamptz not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        revoked_at timestamptz,
        revision bigint not null);
      create index on ${account} (project_id, created_at);
      comment on table ${account} is 'Platform accounts that were connected to a project, revoked ones included.';
      comment on column ${account}.account_id is 'The account; derived from project, epoch and platform user.';
      comment on column ${account}.project_id is 'Project it belongs to (workspace_id in the API).';
      comment on column ${account}.organization_id is 'Organization of the project.';
      comment on column ${account}.epoch is 'Epoch of the project; rows of older epochs are gone after a sandbox reset.';
      comment on column ${account}.platform_user_id is 'Id of the user at the platform.';
      comment on column ${account}.profile_ref is 'Vault reference of user name and display name.';
      comment on column ${account}.scopes is 'Scopes the user granted.';
      comment on column ${account}.token_expires_at is 'When the present access token expires (UTC).';
      comment on column ${account}.reconnect_reason is 'Why the user has to consent again: token_expired or token_revoked; null while the connection works.';
      comment on column ${account}.health_checked_at is 'When the platform last accepted or refused the connection (UTC).';
      comment on column ${account}.created_at is 'First connected (UTC).';
      comment on column ${account}.updated_at is 'Last change (UTC).';
      comment on column ${account}.revoked_at is 'Disconnected (UTC); null while connected.';
      comment on column ${account}.revision is 'Revision of the newest fact in the row.';`);
  },
  project: oneByOne(async (fact, context) => {
    if (fact.type === 'SandboxReset') await deleteOlderEpochs(fact, context);
    else await change(fact, context);
  }),
});

type AccountFact = Exclude<ConnectionFact, { readonly type: 'PlatformLimitLearned' }>;

async function change(fact: RecordedFact<AccountFact>, { tx, table }: ProjectionContext): Promise<void> {
  const { revision } = fact;
  if (fact.type === 'AccountConnected') {
    const { accountId, projectId, organizationId, epoch, platformUserId, connectedAt } = fact.data;
    const identity = {
      account_id: accountId,
      project_id: projectId,
      organization_id: organizationId,
      epoch,
      platform_user_id: platformUserId,
    };
    const row = {
      ...identity,
      ...grantOf(fact.data),
      created_at: connectedAt,
      ...at(connectedAt),
      health_checked_at: connectedAt,
      revision,
    };
    await tx(table('account')).insert(row).onConflict('account_id').ignore();
    return;
  }
  await tx(table('account'))
    .where({ account_id: fact.data.accountId })
    .andWhere('revision', '<', revision)
    .update({ ...columnsOf(fact), revision });
}

function columnsOf(fact: Exclude<AccountFact, { readonly type: 'AccountConnected' }>): Record<string, unknown> {
  switch (fact.type) {
    case 'AccountReconnected':
      return { ...grantOf(fact.data), ...healthyAt(fact.data.reconnectedAt), revoked_at: null };
    case 'TokenRefreshed': {
      const { scopes, tokenExpiresAt, refreshedAt } = fact.data;
      return { scopes, token_expires_at: tokenExpiresAt, ...healthyAt(refreshedAt) };
    }
    case 'ReconnectRequired':
      return { reconnect_reason: fact.data.reason, health_checked_at: fact.data.at, ...at(fact.data.at) };
    case 'AccountRevoked':
      return { revoked_at: fact.data.revokedAt, ...at(fact.data.revokedAt) };
  }
}

const at = (time: string) => ({ updated_at: time });
const healthyAt = (time: string) => ({ reconnect_reason: null, health_checked_at: time, ...at(time) });

const grantOf = (grant: { readonly profileRef: string; readonly scopes: readonly string[]; readonly tokenExpiresAt: string }) => ({
  profile_ref: grant.profileRef,
  scopes: grant.scopes,
  token_expires_at: grant.tokenExpiresAt,
});

async function deleteOlderEpochs(fact: RecordedFact<SandboxReset>, { tx, table }: ProjectionContext): Promise<void> {
  const projectId = streamId(projectStream, fact.stream);
  const { epoch } = fact.data;
  await tx(table('account')).where({ project_id: projectId }).andWhere('epoch', '<', epoch).delete();
}
