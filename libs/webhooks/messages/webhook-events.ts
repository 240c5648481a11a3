/** The `data` of events: the name of its type for receivers, and a JSON Schema of each field; all are there always, more may be added later. */
export interface EventData {
  readonly typeName: string;
  readonly fields: Readonly<Record<string, object>>;
}

interface TellableEvent {
  readonly description: string;
  readonly data: EventData;
  /** Fields of which this event allows less than others with the same data. */
  readonly narrowed?: Readonly<Record<string, object>>;
  /** The `data` of one. */
  readonly example: object;
}

const uuid = { type: 'string', format: 'uuid' };
const text = { type: 'string' };
const moment = { type: 'string', format: 'date-time' };
const count = { type: 'integer', minimum: 0 };
const optional = ({ type, ...rest }: { readonly type: string }) => ({ type: [type, 'null'], ...rest });

const pinData: EventData = {
  typeName: 'PinEventData',
  fields: {
    pin_id: uuid,
    status: text,
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
  },
};

const scheduleData: EventData = {
  typeName: 'ScheduleEventData',
  fields: {
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
  },
};

const importData: EventData = {
  typeName: 'ImportEventData',
  fields: {
    import_job_id: uuid,
    status: { enum: ['completed', 'completed_with_errors', 'failed'] },
    source_type: { enum: ['json', 'csv'] },
    source_filename: optional(text),
    total_rows: count,
    created_rows: count,
    existing_rows: count,
    failed_rows: count,
  },
};

const accountData: EventData = {
  typeName: 'AccountEventData',
  fields: { account_id: uuid, username: optional(text), reason: text, required_at: moment },
};

const quotaData: EventData = {
  typeName: 'QuotaEventData',
  fields: {
    plan: text,
    month: { type: 'string', pattern: '^\\d{4}-\\d{2}$' },
    threshold_percent: { enum: [80, 100] },
    quota_limit: count,
    quota_used: count,
    quota_reset_at: moment,
  },
};

const disabledData: EventData = {
  typeName: 'DisabledEventData',
  fields: { webhook_id: uuid, url: optional(text), reason: { enum: ['gone', 'failing'] }, disabled_at: moment },
};

const testData: EventData = { typeName: 'TestEventData', fields: { message: text } };

const at = '2026-01-05T09:00:00.000Z';

const pin = {
  pin_id: '0197a000-0000-7000-8000-000000000041',
  status: 'queued',
  account_id: '8d0a6c1e-3f2b-5e4d-9c7a-1b2c3d4e5f60',
  board_id: '549755885175',
  title: 'A pin',
  platform_pin_id: null,
  platform_url: null,
  error_code: null,
  error_message: null,
  schedule_id: null,
  import_job_id: null,
  published_at: null,
  failed_at: null,
};

const schedule = {
  schedule_id: '0197a000-0000-7000-8000-000000000061',
  status: 'queued',
  account_id: pin.account_id,
  board_id: pin.board_id,
  title: pin.title,
  run_at: at,
  fired_at: null,
  pin_id: null,
  error_code: null,
  error_message: null,
  reason: null,
};

/** Every event that may be sent, in the order in which they are shown; all about it but where it comes from (`outbox/event-sources.ts`). */
export const webhookEvents = {
  'pin.queued': {
    description: 'A pin was accepted, or is to be tried again; a video also when the platform has processed it.',
    data: pinData,
    narrowed: { status: { const: 'queued' } },
    example: pin,
  },
  'pin.deferred': {
    description: 'A pin is held back and continues automatically; error_code says why.',
    data: pinData,
    narrowed: { status: { const: 'deferred' }, error_code: text, error_message: text },
    example: { ...pin, status: 'deferred', error_code: 'rate_limited', error_message: 'The platform asked to wait.' },
  },
  'pin.publishing': {
    description: 'An attempt at publishing a pin began; a video also when its upload begins.',
    data: pinData,
    narrowed: { status: { const: 'publishing' } },
    example: { ...pin, status: 'publishing' },
  },
  'pin.published': {
    description: 'A pin is on the platform.',
    data: pinData,
    narrowed: { status: { const: 'published' }, platform_pin_id: text, platform_url: text, published_at: moment },
    example: {
      ...pin,
      status: 'published',
      platform_pin_id: '813744226420795884',
      platform_url: 'https://www.pinterest.com/pin/813744226420795884/',
      published_at: at,
    },
  },
  'pin.failed': {
    description: 'A pin failed for good, until somebody retries it; error_code says why.',
    data: pinData,
    narrowed: { status: { const: 'failed' }, error_code: text, error_message: text, failed_at: moment },
    example: {
      ...pin,
      status: 'failed',
      error_code: 'invalid_image',
      error_message: 'The platform could not read the image.',
      failed_at: at,
    },
  },
  'schedule.fired': {
    description: 'A schedule queued its pin.',
    data: scheduleData,
    example: { ...schedule, fired_at: at, pin_id: pin.pin_id },
  },
  'schedule.failed': {
    description: 'A schedule could not queue its pin, or its pin failed.',
    data: scheduleData,
    example: { ...schedule, status: 'failed', error_code: 'quota_exceeded', error_message: 'The quota of the month is used up.' },
  },
  'schedule.canceled': {
    description: 'A schedule was canceled.',
    data: scheduleData,
    example: { ...schedule, status: 'canceled', reason: 'requested' },
  },
  'import.completed': {
    description: 'All rows of an import have been dealt with.',
    data: importData,
    example: {
      import_job_id: '0197a000-0000-7000-8000-000000000071',
      status: 'completed_with_errors',
      source_type: 'csv',
      source_filename: 'pins.csv',
      total_rows: 10,
      created_rows: 8,
      existing_rows: 1,
      failed_rows: 1,
    },
  },
  'account.reconnect_required': {
    description: 'A platform account must be connected again.',
    data: accountData,
    example: { account_id: pin.account_id, username: null, reason: 'token_revoked', required_at: at },
  },
  'quota.threshold_reached': {
    description: 'So much of the month’s quota is used.',
    data: quotaData,
    example: {
      plan: 'starter',
      month: '2026-01',
      threshold_percent: 80,
      quota_limit: 1000,
      quota_used: 800,
      quota_reset_at: '2026-02-01T00:00:00.000Z',
    },
  },
  'webhook.disabled': {
    description: 'This service disabled a webhook.',
    data: disabledData,
    example: { webhook_id: '0197a000-0000-7000-8000-000000000031', url: 'example.com', reason: 'gone', disabled_at: at },
  },
  'webhook.test': {
    description: 'A test was asked for; it has sequence 0.',
    data: testData,
    example: { message: 'This is a test. It has no sequence number.' },
  },
} as const satisfies Readonly<Record<string, TellableEvent>>;
