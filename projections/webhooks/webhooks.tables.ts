import type { RecordedFact } from '@pps/event-store';
import { textOrEmpty } from '@pps/kernel';
import { tableFrom } from '@pps/read-store';
import type { WebhookCreated } from '@pps/webhooks/events';

export const webhookTable = tableFrom<RecordedFact<WebhookCreated>>()({
  name: 'webhook',
  meaning: 'Webhooks that exist; one row each.',
  key: ['webhook_id'],
  indexes: ['(project_id, epoch, created_at)', 'using gin (maker_key_ids)', '(organization_id)'],
  columns: {
    webhook_id: ['uuid', 'Id of the webhook.', ({ data }) => data.webhookId],
    project_id: ['uuid not null', 'Project it belongs to.', ({ data }) => data.projectId],
    organization_id: ['uuid not null', 'The organization of the project.', ({ data }) => data.organizationId],
    epoch: ['int not null', 'Epoch of the project it was made in; a sandbox reset begins a new one.', ({ data }) => data.epoch],
    url: ['text not null', 'Where events are sent.', ({ data }) => textOrEmpty(data.url)],
    events: ['jsonb not null', 'Names of the events it subscribes to; * is all.', ({ data }) => data.events],
    account_ids: ['uuid[]', 'It is sent only events of these platform accounts; null = of all.', ({ data }) => data.accountIds ?? null],
    header_names: [
      'text[] not null',
      "Names of the headers of the client's own that it is sent; their values are in the vault.",
      ({ data }) => data.headerNames ?? [],
    ],
    public_key: ['text', 'Verifies the signatures of its key pair; null = it has none.', ({ data }) => data.publicKey ?? null],
    maker_key_ids: ['uuid[] not null', 'The API key that made it, after those that made that key.', ({ data }) => data.makerKeyIds ?? []],
    disabled_reason: [
      'text',
      'Why nothing is sent: requested, gone, failing or key_revoked; null while it is enabled.',
      ({ data }) => (data.isEnabled ? null : 'requested'),
    ],
    failing_since: ['timestamptz', 'Since when every attempt has failed, once that was for a day.', (): string | null => null],
    dropped_count: ['bigint not null', 'Deliveries that were held for 90 days and dropped.', (): number => 0],
    dropped_through: ['bigint', 'Sequence of the last of them.', (): number | null => null],
    created_at: ['timestamptz not null', 'When it was made.', ({ data }) => data.createdAt],
    updated_at: ['timestamptz not null', 'When it was last changed.', ({ data }) => data.createdAt],
    revision: ['int not null', 'Revision of the last fact taken in.', ({ revision }) => revision],
  },
});
