import type { AccountConnected } from '@pps/connections/events';
import type { RecordedFact } from '@pps/event-store';
import { storableMoment, tableFrom } from '@pps/read-store';

export const accountTable = tableFrom<RecordedFact<AccountConnected>>()({
  name: 'account',
  meaning: 'Platform accounts that were connected to a project, revoked ones included.',
  key: ['account_id'],
  indexes: ['(project_id, created_at)'],
  columns: {
    account_id: ['uuid', 'The account; derived from project, epoch and platform user.', ({ data }) => data.accountId],
    project_id: ['uuid not null', 'Project it belongs to (workspace_id in the API).', ({ data }) => data.projectId],
    organization_id: ['uuid not null', 'Organization of the project.', ({ data }) => data.organizationId],
    epoch: ['int not null', 'Epoch of the project; rows of older epochs are gone after a sandbox reset.', ({ data }) => data.epoch],
    platform_user_id: ['text not null', 'Id of the user at the platform.', ({ data }) => data.platformUserId],
    profile_ref: ['uuid not null', 'Vault reference of user name and display name.', ({ data }) => data.profileRef],
    scopes: ['text[] not null', 'Scopes the user granted.', ({ data }) => data.scopes],
    token_expires_at: [
      'timestamptz not null',
      'When the present access token expires (UTC).',
      ({ data }) => storableMoment(data.tokenExpiresAt),
    ],
    reconnect_reason: [
      'text',
      'Why the user has to consent again: token_expired or token_revoked; null while the connection works.',
      (): string | null => null,
    ],
    health_checked_at: [
      'timestamptz not null',
      'When the platform last accepted or refused the connection (UTC).',
      ({ data }) => data.connectedAt,
    ],
    created_at: ['timestamptz not null', 'First connected (UTC).', ({ data }) => data.connectedAt],
    updated_at: ['timestamptz not null', 'Last change (UTC).', ({ data }) => data.connectedAt],
    revoked_at: ['timestamptz', 'Disconnected (UTC); null while connected.', (): string | null => null],
    revision: ['bigint not null', 'Revision of the newest fact in the row.', ({ revision }) => revision],
  },
});
