import type { RecordedFact } from '@pps/event-store';
import { tableFrom } from '@pps/read-store';
import type {
  WebhookCreated,
  WebhookDeliveryAttempted,
  WebhookDeliveryRequested,
  WebhookReplayRequested,
  WebhookTestRequested,
} from '../events';

export type RequestedDelivery = RecordedFact<WebhookDeliveryRequested | WebhookTestRequested>;

export interface DeliveryAttempt {
  readonly deliveryId: string;
  readonly data: WebhookDeliveryAttempted['data'];
}

export const deliveryTable = tableFrom<RequestedDelivery>()({
  name: 'webhook_delivery',
  meaning: 'Events to be sent to webhooks; one row per event and webhook.',
  key: ['id'],
  indexes: [
    '(webhook_id, requested_position)',
    "(webhook_id, requested_position) where status = 'pending'",
    "(webhook_id, next_attempt_at, sequence) where status = 'pending'",
    // Those that failed for good are few among many.
    "(webhook_id, requested_position) where status = 'exhausted'",
    "(webhook_id, (data->>'pin_id')) where data->>'pin_id' is not null",
    '(project_id, epoch)',
    "(created_at) where status <> 'pending'",
    "(created_at) where status = 'pending'",
  ],
  columns: {
    id: ['uuid', 'Id of the delivery.', ({ data }) => data.deliveryId],
    webhook_id: ['uuid not null', 'Webhook it goes to.', ({ data }) => data.webhookId],
    project_id: ['uuid not null', 'Project of the webhook.', ({ metadata }) => metadata.projectId],
    epoch: ['int not null', 'Epoch of the project.', ({ metadata }) => metadata.epoch ?? 0],
    event_id: ['text not null', 'Id that the receiver sees, the same on every attempt.', ({ data }) => data.eventId],
    event: ['text not null', 'Name of the event.', ({ data }) => data.event],
    sequence: [
      'bigint not null',
      'Number among the events of the webhook, from 1; 0 for a test.',
      ({ type, revision }) => (type === 'WebhookDeliveryRequested' ? revision + 1 : 0),
    ],
    occurred_at: ['timestamptz not null', 'When the event happened.', ({ data }) => data.occurredAt],
    data: ['jsonb not null', 'What is told about the event.', ({ data }) => fieldsOrNone(data.data)],
    status: [
      "text not null check (status in ('pending', 'delivered', 'exhausted'))",
      'pending until it is delivered or the attempts are exhausted.',
      (): DeliveryStatus => 'pending',
    ],
    attempt_count: ['int not null', 'Attempts made.', (): number => 0],
    last_status_code: ['int', 'HTTP status of the last attempt, if there was an answer.', (): number | null => null],
    last_error: ['text', 'What went wrong at the last attempt, if there was no answer.', (): string | null => null],
    next_attempt_at: [
      'timestamptz',
      'When the next attempt is due; null when there is none.',
      ({ recordedAt }): Date | string | null => recordedAt,
    ],
    created_at: ['timestamptz not null', 'When the delivery was asked for.', ({ recordedAt }) => recordedAt],
    updated_at: ['timestamptz not null', 'When something last happened to it.', ({ recordedAt }) => recordedAt],
    requested_position: ['bigint not null', 'Where in the log the delivery was asked for.', ({ position }) => position.toString()],
    position: ['bigint not null', 'Where in the log its last fact stands.', ({ position }) => position.toString()],
  },
});

export const attemptTable = tableFrom<DeliveryAttempt>()({
  name: 'webhook_delivery_attempt',
  meaning: 'Attempts at deliveries; one row each.',
  key: ['delivery_id', 'n'],
  columns: {
    delivery_id: ['uuid not null', 'Id of the delivery.', ({ deliveryId }) => deliveryId],
    n: ['int not null', 'Number of the attempt, from 1.', ({ data }) => data.n],
    started_at: ['timestamptz not null', 'When it began.', ({ data }) => data.startedAt],
    duration_ms: ['int not null', 'How long it took, in milliseconds.', ({ data }) => data.durationMs],
    status_code: ['int', 'HTTP status of the answer, if there was one.', ({ data }) => data.statusCode ?? null],
    error: ['text', 'What went wrong, if there was no answer.', ({ data }) => data.error ?? null],
    trigger: ['text not null', 'auto, manual or replay.', ({ data }) => data.trigger],
  },
});

export const targetTable = tableFrom<RecordedFact<WebhookCreated>>()({
  name: 'webhook_delivery_target',
  meaning: 'Whether deliveries to a webhook may go out; one row per webhook that ever was.',
  key: ['webhook_id'],
  indexes: [
    '(project_id, epoch)',
    '(is_slow, project_id, webhook_id) where is_ready and is_enabled and not is_deleted',
    '(is_slow, due_at) where not is_ready and due_at is not null and is_enabled and not is_deleted',
  ],
  columns: {
    webhook_id: ['uuid', 'Id of the webhook.', ({ data }) => data.webhookId],
    project_id: ['uuid not null', 'Project of the webhook.', ({ data }) => data.projectId],
    epoch: ['int not null', 'Epoch of the project.', ({ data }) => data.epoch],
    is_enabled: ['boolean not null', 'False while its deliveries are held.', ({ data }) => data.isEnabled],
    is_deleted: ['boolean not null', 'True from its deletion on.', (): boolean => false],
    due_at: [
      'timestamptz',
      'When the earliest of its deliveries is due; null when none waits.',
      (): Date | null => null,
      { internal: true },
    ],
    is_ready: ['boolean not null', 'True when that was due as of the newest fact.', (): boolean => false, { internal: true }],
    release_position: [
      'bigint',
      'Where in the log it was enabled, while deliveries wait that were held before: these go first, the oldest first.',
      (): string | null => null,
      { internal: true },
    ],
    release_from: [
      'bigint',
      'requested_position of the first of them; null when there are none.',
      (): string | null => null,
      { internal: true },
    ],
    is_slow: ['boolean not null', 'True when its last attempt took 2 s or more.', (): boolean => false, { internal: true }],
    position: ['bigint not null', 'Where in the log its last fact stands.', ({ position }) => position.toString()],
  },
});

export const replayTable = tableFrom<RecordedFact<WebhookReplayRequested>>()({
  name: 'webhook_replay',
  meaning: 'Replays of webhooks; one row each.',
  key: ['replay_id'],
  indexes: ["(position) where status = 'running'", '(ended_at)', '(webhook_id)', '(project_id, epoch)'],
  columns: {
    replay_id: ['uuid', 'Id of the replay.', ({ data }) => data.replayId],
    webhook_id: ['uuid not null', 'Id of the webhook.', ({ data }) => data.webhookId],
    project_id: ['uuid not null', 'Project of the webhook.', ({ metadata }) => metadata.projectId],
    epoch: ['int not null', 'Epoch of the project.', ({ metadata }) => metadata.epoch ?? 0],
    since: ['timestamptz not null', 'Begin of its period.', ({ data }) => data.since],
    until: ['timestamptz not null', 'End of its period, exclusive.', ({ data }) => data.until],
    events: ['bigint not null', 'Events of its period.', ({ data }) => data.events ?? data.endRevision - data.fromRevision],
    replayed: ['bigint not null', 'How many of them are due again, or were.', (): number => 0],
    from_revision: ['bigint not null', 'Revision of its first event in the outbox.', ({ data }) => data.fromRevision, { internal: true }],
    status: [
      "text not null check (status in ('running', 'completed', 'canceled'))",
      'running until all of its deliveries are due again, or somebody canceled it.',
      (): ReplayStatus => 'running',
    ],
    requested_at: ['timestamptz not null', 'When it was requested.', ({ data }) => data.at],
    ended_at: ['timestamptz', 'When it ended; null while it runs.', (): Date | null => null],
    position: ['bigint not null', 'Where in the log its last fact stands.', ({ position }) => position.toString()],
  },
});

export type ReplayStatus = 'running' | 'completed' | 'canceled';
type DeliveryStatus = 'pending' | 'delivered' | 'exhausted';

/** What a forgotten organization was told is null. */
const fieldsOrNone = (data: Readonly<Record<string, unknown>> | null): Readonly<Record<string, unknown>> => data ?? {};
