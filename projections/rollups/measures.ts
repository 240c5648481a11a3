import { quotaStream } from '@pps/billing/events';
import { connectionStream } from '@pps/connections/events';
import { factsOf, type HandledFact } from '@pps/event-store';
import { importStream } from '@pps/imports/events';
import { pinStream } from '@pps/pins/events';
import { scheduleStream } from '@pps/schedules/events';
import { deliveryStream, outboxStream } from '@pps/webhooks/events';

/** The facts that roll-ups count. */
export const countedFacts = factsOf(
  pinStream,
  'PinQueued',
  'PinPublishAttemptStarted',
  'PinPublished',
  'PinPublishDeferred',
  'PinPublishOutcomeUnknown',
  'PinFailed',
  'PinRetryRequested',
  'PinDeleted',
)
  .and(quotaStream, 'QuotaConsumed', 'QuotaReleased')
  .and(scheduleStream, 'ScheduleCreated', 'ScheduleFired', 'ScheduleFailed')
  .and(importStream, 'ImportAccepted', 'ImportRowsProcessed')
  .and(outboxStream, 'WebhookDeliveryRequested')
  .and(deliveryStream, 'WebhookDeliveryAttempted', 'WebhookDelivered', 'WebhookDeliveryExhausted')
  .and(connectionStream, 'AccountConnected', 'ReconnectRequired');
export type CountedFact = HandledFact<typeof countedFacts>;

/** What is counted, what it means, and the facts behind it. */
export const measureMeanings = {
  pins_created: 'Pins that were accepted (PinQueued).',
  attempts: 'Calls that would create a pin at the platform (PinPublishAttemptStarted).',
  pins_published: 'Pins that were published (PinPublished).',
  pins_deferred: 'Times that a pin was put off (PinPublishDeferred).',
  rate_limited: 'Of these, where the platform only asked to wait (reason rate_limited).',
  unknown_outcomes: 'Calls without an answer (PinPublishOutcomeUnknown).',
  pins_failed: 'Times that a pin failed (PinFailed); retried and failed again counts again.',
  pins_retried: 'Times that a client retried a pin (PinRetryRequested).',
  pins_deleted: 'Pins that were deleted (PinDeleted).',
  quota_consumed: 'Units of quota consumed (entries of QuotaConsumed).',
  quota_released: 'Units of quota given back (entries of QuotaReleased).',
  schedules_created: 'Schedules that were created (ScheduleCreated).',
  schedules_fired: 'Schedules that fired (ScheduleFired).',
  schedules_failed: 'Times that a schedule failed (ScheduleFailed).',
  lateness_ms: 'Milliseconds that schedules fired after their time, added up (ScheduleFired).',
  imports_accepted: 'Imports that were accepted (ImportAccepted).',
  import_rows_created: 'Rows of imports that became a pin or schedule (ImportRowsProcessed).',
  import_rows_existing: 'Rows of imports whose pin or schedule was there already (ImportRowsProcessed).',
  import_rows_failed: 'Rows of imports that failed (ImportRowsProcessed).',
  deliveries_requested: 'Events to be sent to webhooks (WebhookDeliveryRequested).',
  delivery_attempts: 'Attempts at sending them (WebhookDeliveryAttempted).',
  delivery_attempts_failed: 'Of these, the ones without an answer of success: no status 2xx.',
  delivery_ms: 'Milliseconds that these attempts took, added up.',
  deliveries_delivered: 'Events that arrived (WebhookDelivered).',
  deliveries_exhausted: 'Events whose last attempt failed (WebhookDeliveryExhausted).',
  accounts_connected: 'Platform accounts that were connected first (AccountConnected).',
  reconnects_required: 'Times that the platform refused a connection (ReconnectRequired).',
} as const;
export type Measure = keyof typeof measureMeanings;
export const measures = Object.keys(measureMeanings) as readonly Measure[];

/** What a fact adds to the measures of its hour and day. Pure. */
export function measuresOf(fact: CountedFact): Partial<Record<Measure, number>> {
  switch (fact.type) {
    case 'PinQueued':
      return { pins_created: 1 };
    case 'PinPublishAttemptStarted':
      return { attempts: 1 };
    case 'PinPublished':
      return { pins_published: 1 };
    case 'PinPublishDeferred':
      return { pins_deferred: 1, rate_limited: fact.data.reason === 'rate_limited' ? 1 : 0 };
    case 'PinPublishOutcomeUnknown':
      return { unknown_outcomes: 1 };
    case 'PinFailed':
      return { pins_failed: 1 };
    case 'PinRetryRequested':
      return { pins_retried: 1 };
    case 'PinDeleted':
      return { pins_deleted: 1 };
    case 'QuotaConsumed':
      return { quota_consumed: fact.data.entries.reduce((sum, { units }) => sum + units, 0) };
    case 'QuotaReleased':
      return { quota_released: fact.data.entries.length };
    case 'ScheduleCreated':
      return { schedules_created: 1 };
    case 'ScheduleFired':
      return { schedules_fired: 1, lateness_ms: fact.data.latenessMs };
    case 'ScheduleFailed':
      return { schedules_failed: 1 };
    case 'ImportAccepted':
      return { imports_accepted: 1 };
    case 'ImportRowsProcessed':
      return {
        import_rows_created: count(fact.data.rows, 'created'),
        import_rows_existing: count(fact.data.rows, 'existing'),
        import_rows_failed: count(fact.data.rows, 'failed'),
      };
    case 'WebhookDeliveryRequested':
      return { deliveries_requested: 1 };
    case 'WebhookDeliveryAttempted':
      return { delivery_attempts: 1, delivery_attempts_failed: isSuccess(fact.data.statusCode) ? 0 : 1, delivery_ms: fact.data.durationMs };
    case 'WebhookDelivered':
      return { deliveries_delivered: 1 };
    case 'WebhookDeliveryExhausted':
      return { deliveries_exhausted: 1 };
    case 'AccountConnected':
      return { accounts_connected: 1 };
    case 'ReconnectRequired':
      return { reconnects_required: 1 };
  }
}

const isSuccess = (status: number | undefined): boolean => status !== undefined && status >= 200 && status < 300;

const count = (rows: readonly { readonly status: string }[], status: string): number => rows.filter((row) => row.status === status).length;
