import type { RecordedFact } from '@pps/event-store';
import { modeOfGrant, type ApiKeyCreated } from '@pps/identity/events';
import { textOrEmpty } from '@pps/kernel';
import { tableFrom } from '@pps/read-store';

export const apiKeyTable = tableFrom<RecordedFact<ApiKeyCreated>>()({
  name: 'api_keys',
  meaning: 'API keys; the keys themselves are kept nowhere.',
  key: ['key_id'],
  indexes: [
    '(project_id, epoch, revoked_at)',
    'using gin (maker_key_ids)',
    '(organization_id) where revoked_at is null',
    '(expires_at, key_id) where revoked_at is null',
  ],
  columns: {
    key_id: ['uuid', 'Derived from the keyed hash of the key.', ({ data }) => data.keyId],
    project_id: ['uuid not null', 'The project the key acts in.', ({ data }) => data.projectId],
    epoch: ['int not null', 'Epoch of the project when the key was made; older epochs are gone.', ({ data }) => data.epoch],
    organization_id: ['uuid not null', "The project's organization.", ({ data }) => data.organizationId],
    user_id: ['uuid not null', 'The user the key acts for.', ({ data }) => data.userId],
    name: ['text not null', 'Given by the user.', ({ data }) => textOrEmpty(data.name)],
    prefix: ['text not null', 'First characters of the key, to recognise it by.', ({ data }) => data.prefix],
    scopes: ['text[] not null', 'Of read, write, destructive.', ({ data }) => data.scopes],
    account_ids: ['uuid[]', 'Platform accounts the key may name; null = all of the project.', ({ data }) => data.accountIds],
    maker_key_ids: ['uuid[] not null', 'The key that made it, after those that made that key.', ({ data }) => data.makerKeyIds ?? []],
    expires_at: ['timestamptz', 'When it stops working; null = it has no end.', ({ data }) => data.expiresAt ?? null],
    source: [
      'text',
      'How it was made: device, for a terminal that signed in; oauth, the grant of a program; null = by a request for a key.',
      ({ data }) => data.source ?? null,
    ],
    client_id: ['text', 'The program that it was made for, with source.', ({ data }) => data.clientId ?? null],
    client_name: [
      'text',
      'What that program calls itself, with oauth.',
      ({ data }) => (data.clientName === undefined ? null : textOrEmpty(data.clientName)),
    ],
    mode: [
      'text',
      'What that program needs to publish: propose, confirm or direct, with oauth.',
      ({ data }) => (data.source === 'oauth' ? modeOfGrant(data) : null),
    ],
    is_expiring: ['boolean not null', 'Whether its end was announced.', () => false],
    created_at: ['timestamptz not null', 'When it was made.', ({ data }) => data.createdAt],
    revoked_at: ['timestamptz', 'When it was revoked; null = it was not.', (): string | null => null],
    revision: ['bigint not null', 'Revision of the newest fact in the row.', ({ revision }) => revision],
  },
});
