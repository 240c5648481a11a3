import type { RecordedFact } from '@pps/event-store';
import { beginOfDay, tableFrom, type RowOf } from '@pps/read-store';
import type { DeliveryFact, WebhookDeliveryRequested } from '../events';
import type { deliveryTable } from './webhook_deliveries.tables';

/** A fact of a delivery, and whose it is. */
export interface CountedDelivery {
  readonly fact: RecordedFact<WebhookDeliveryRequested | DeliveryFact>;
  readonly delivery: Pick<RowOf<typeof deliveryTable>, 'webhook_id' | 'project_id' | 'epoch'>;
}

const one = (isCounted: boolean): number => (isCounted ? 1 : 0);

export const webhookDayTable = tableFrom<CountedDelivery>()({
  name: 'webhook_days',
  meaning:
    'How each webhook did on each day (UTC): sums over the facts of its deliveries, kept as they come; a day without any has no row. What the webhook is now stands in webhook.',
  key: ['webhook_id', 'begin_at'],
  indexes: ['(project_id, begin_at)'],
  columns: {
    webhook_id: ['uuid', 'The webhook, a deleted one too.', ({ delivery }) => delivery.webhook_id],
    begin_at: [
      'timestamptz',
      "Begin of the day in UTC, by the log's clock (recorded_at of the facts).",
      ({ fact }) => beginOfDay(fact.recordedAt),
    ],
    project_id: ['uuid not null', 'Project of the webhook (workspace_id in the API).', ({ delivery }) => delivery.project_id],
    epoch: ['int not null', 'How often the project had been reset.', ({ delivery }) => delivery.epoch],
    events_requested: [
      'bigint not null',
      'Events to be sent to it, without tests (WebhookDeliveryRequested).',
      ({ fact }) => one(fact.type === 'WebhookDeliveryRequested'),
      { rewrite: 'add' },
    ],
    attempts: [
      'bigint not null',
      'Attempts at sending events and tests (WebhookDeliveryAttempted).',
      ({ fact }) => one(fact.type === 'WebhookDeliveryAttempted'),
      { rewrite: 'add' },
    ],
    attempts_unanswered: [
      'bigint not null',
      'Of these, the ones without any answer: the endpoint was not reached, or too slow.',
      ({ fact }) => one(fact.type === 'WebhookDeliveryAttempted' && fact.data.statusCode === undefined),
      { rewrite: 'add' },
    ],
    attempts_refused: [
      'bigint not null',
      'Of these, the ones with another answer than a status 2xx.',
      ({ fact }) => one(fact.type === 'WebhookDeliveryAttempted' && fact.data.statusCode !== undefined && !isSuccess(fact.data.statusCode)),
      { rewrite: 'add' },
    ],
    attempts_ms: [
      'bigint not null',
      'Milliseconds that the attempts took, added up.',
      ({ fact }) => (fact.type === 'WebhookDeliveryAttempted' ? fact.data.durationMs : 0),
      { rewrite: 'add' },
    ],
    slowest_ms: [
      'int not null',
      'Milliseconds of the slowest of them.',
      ({ fact }) => (fact.type === 'WebhookDeliveryAttempted' ? fact.data.durationMs : 0),
      { rewrite: 'greatest' },
    ],
    delivered: [
      'bigint not null',
      'Times that an event or a test arrived (WebhookDelivered).',
      ({ fact }) => one(fact.type === 'WebhookDelivered'),
      { rewrite: 'add' },
    ],
    exhausted: [
      'bigint not null',
      'Times that the last attempt failed (WebhookDeliveryExhausted).',
      ({ fact }) => one(fact.type === 'WebhookDeliveryExhausted'),
      { rewrite: 'add' },
    ],
    event_id: ['uuid not null', 'Id of the newest fact that is counted here.', ({ fact }) => fact.id],
    position: ['bigint not null', 'Position of that fact in the whole log.', ({ fact }) => fact.position.toString()],
  },
});

const isSuccess = (status: number): boolean => status >= 200 && status < 300;
