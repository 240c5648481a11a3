import { quotaResetAt, quotaStream, type QuotaThresholdReached } from '@pps/billing/events';
import { connectionStream, type ReconnectRequired } from '@pps/connections/events';
import { factsOf, streamId, type EventStore, type HandledFact, type RecordedFact } from '@pps/event-store';
import { importStream, type ImportCompleted, type ImportFailed } from '@pps/imports/events';
import { pinStream } from '@pps/pins/events';
import { scheduleStream } from '@pps/schedules/events';
import type { WebhookEvent } from '../subscriptions/event-names';
import type { OutboxPin } from './outbox-pin';
import { pinData, pinEvents, type PinEventFact } from './pin-data';
import { scheduleData, scheduleEvents, type ScheduleEventFact } from './schedule-data';
import { isAskedFor, webhookStream } from '../subscriptions/webhook.stream';
import type { WebhookDisabled } from '../subscriptions/webhook.events';

type EventData = Readonly<Record<string, unknown>>;

export interface SourcedEvent {
  readonly event: WebhookEvent;
  /** Given the pin right after the fact, where the fact is one of a pin's. Null where there is nothing to report. */
  readonly data: (pin: OutboxPin | undefined) => Promise<EventData | null>;
}

const pinEventTypes = Object.keys(pinEvents) as readonly PinEventFact['type'][];

const scheduleEventTypes = Object.keys(scheduleEvents) as readonly ScheduleEventFact['type'][];

/** The facts that may be events to subscribers. */
export const eventSources = factsOf(pinStream, ...pinEventTypes)
  .and(scheduleStream, ...scheduleEventTypes)
  .and(importStream, 'ImportCompleted', 'ImportFailed')
  .and(connectionStream, 'ReconnectRequired')
  .and(quotaStream, 'QuotaThresholdReached')
  .and(webhookStream, 'WebhookDisabled');

/** The event that a fact is to subscribers, or null. Its `data` is only made when somebody subscribes. */
export function sourcedEventOf(store: Pick<EventStore, 'read'>, fact: HandledFact<typeof eventSources>): SourcedEvent | null {
  switch (fact.type) {
    case 'ReconnectRequired':
      return { event: 'account.reconnect_required', data: async () => reconnectData(fact) };
    case 'QuotaThresholdReached':
      return { event: 'quota.threshold_reached', data: async () => quotaData(fact) };
    case 'ImportCompleted':
    case 'ImportFailed':
      return { event: 'import.completed', data: async () => importData(fact) };
    case 'ScheduleFired':
    case 'ScheduleFailed':
    case 'ScheduleCanceled':
      return { event: scheduleEvents[fact.type], data: () => scheduleData(store, fact) };
    case 'WebhookDisabled':
      return disabledEvent(fact);
    default:
      return { event: pinEvents[fact.type], data: async (pin) => (pin ? pinData(fact, pin) : null) };
  }
}

function reconnectData({ data: { accountId, reason, at } }: ReconnectRequired): EventData {
  return { account_id: accountId, username: null, reason, required_at: at };
}

function quotaData({ data: { plan, month, thresholdPercent, quotaLimit, quotaUsed } }: QuotaThresholdReached): EventData {
  return {
    plan,
    month,
    threshold_percent: thresholdPercent,
    quota_limit: quotaLimit,
    quota_used: quotaUsed,
    quota_reset_at: quotaResetAt(month),
  };
}

function importData(fact: ImportCompleted | ImportFailed): EventData {
  const { jobId, sourceType, sourceFilename, totalRows, createdRows, existingRows, failedRows } = fact.data;
  const ended = failedRows > 0 ? 'completed_with_errors' : 'completed';
  return {
    import_job_id: jobId,
    status: fact.type === 'ImportFailed' ? 'failed' : ended,
    source_type: sourceType,
    source_filename: sourceFilename ?? null,
    total_rows: totalRows,
    created_rows: createdRows,
    existing_rows: existingRows,
    failed_rows: failedRows,
  };
}

// A user who disables a webhook knows it; only a disabling by the service is an event.
function disabledEvent({ stream, data: { reason, host, at } }: RecordedFact<WebhookDisabled>): SourcedEvent | null {
  if (isAskedFor(reason)) return null;
  const data = { webhook_id: streamId(webhookStream, stream), url: host ?? null, reason, disabled_at: at };
  return { event: 'webhook.disabled', data: async () => data };
}

/** Whether a webhook with this list is sent the event: all its accounts are on the list. What concerns the whole project is sent only to webhooks without a list. */
export function concernsAccounts(
  listed: readonly string[] | null,
  fact: HandledFact<typeof eventSources>,
  data: Readonly<Record<string, unknown>>,
): boolean {
  if (listed === null) return true;
  if (wasSentWithin(listed, fact)) return true;
  const accountIds = accountsOf(fact, data);
  return accountIds.length > 0 && accountIds.every((accountId) => listed.includes(accountId));
}

/** Who may use accounts of the list alone has sent the file: whatever other accounts its rows name, nothing was done with them. */
function wasSentWithin(listed: readonly string[], fact: HandledFact<typeof eventSources>): boolean {
  if (fact.type !== 'ImportCompleted' && fact.type !== 'ImportFailed') return false;
  const { permittedAccountIds: permitted = [] } = fact.data;
  return permitted.length > 0 && permitted.every((accountId) => listed.includes(accountId));
}

function accountsOf(
  fact: HandledFact<typeof eventSources>,
  { account_id: accountId }: Readonly<Record<string, unknown>>,
): readonly string[] {
  if (fact.type === 'ImportCompleted' || fact.type === 'ImportFailed') return fact.data.accountIds;
  return typeof accountId === 'string' ? [accountId] : [];
}
