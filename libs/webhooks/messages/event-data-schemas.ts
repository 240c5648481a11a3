import type { testEvent, WebhookEvent } from '../subscriptions/event-names';

/** JSON Schema of an event's `data`; fields may be added later. */
export interface DataSchema {
  readonly type: 'object';
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, object>>;
}

const uuid = { type: 'string', format: 'uuid' };
const text = { type: 'string' };
const moment = { type: 'string', format: 'date-time' };
const count = { type: 'integer', minimum: 0 };
const optional = ({ type, ...rest }: { readonly type: string }) => ({ type: [type, 'null'], ...rest });

const dataOf = (properties: Readonly<Record<string, object>>): DataSchema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

const pinWith = (status: string, fields: Readonly<Record<string, object>> = {}) =>
  dataOf({
    pin_id: uuid,
    status: { const: status },
    account_id: uuid,
    board_id: text,
    title: text,
    platform_pin_id: optional(text),
    platform_url: optional(text),
    error_code: optional(text),
    error_message: optional(text),
    schedule_id: optional(uuid),
    import_job_id: optional(uuid),
    published_at: optional(moment),
    failed_at: optional(moment),
    ...fields,
  });

const schedule = dataOf({
  schedule_id: uuid,
  status: text,
  account_id: uuid,
  board_id: text,
  title: text,
  run_at: moment,
  fired_at: optional(moment),
  pin_id: optional(uuid),
  error_code: optional(text),
  error_message: optional(text),
  reason: optional(text),
});

export const eventDataSchemas: Readonly<Record<WebhookEvent | typeof testEvent, DataSchema>> = {
  'pin.queued': pinWith('queued'),
  'pin.deferred': pinWith('deferred', { error_code: text, error_message: text }),
  'pin.publishing': pinWith('publishing'),
  'pin.published': pinWith('published', { platform_pin_id: text, platform_url: text, published_at: moment }),
  'pin.failed': pinWith('failed', { error_code: text, error_message: text, failed_at: moment }),
  'schedule.fired': schedule,
  'schedule.failed': schedule,
  'schedule.canceled': schedule,
  'import.completed': dataOf({
    import_job_id: uuid,
    status: { enum: ['completed', 'completed_with_errors', 'failed'] },
    source_type: { enum: ['json', 'csv'] },
    source_filename: optional(text),
    total_rows: count,
    created_rows: count,
    existing_rows: count,
    failed_rows: count,
  }),
  'account.reconnect_required': dataOf({ account_id: uuid, username: optional(text), reason: text, required_at: moment }),
  'quota.threshold_reached': dataOf({
    plan: text,
    month: { type: 'string', pattern: '^\\d{4}-\\d{2}$' },
    threshold_percent: { enum: [80, 100] },
    quota_limit: count,
    quota_used: count,
    quota_reset_at: moment,
  }),
  'webhook.disabled': dataOf({ webhook_id: uuid, url: optional(text), reason: { enum: ['gone', 'failing'] }, disabled_at: moment }),
  'webhook.test': dataOf({ message: text }),
};
