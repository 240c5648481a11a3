import type { testEvent, WebhookEvent } from '../subscriptions/event-names';

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

/** The `data` of one of each. */
export const eventExamples: Readonly<Record<WebhookEvent | typeof testEvent, object>> = {
  'pin.queued': pin,
  'pin.deferred': { ...pin, status: 'deferred', error_code: 'rate_limited', error_message: 'The platform asked to wait.' },
  'pin.publishing': { ...pin, status: 'publishing' },
  'pin.published': {
    ...pin,
    status: 'published',
    platform_pin_id: '813744226420795884',
    platform_url: 'https://www.pinterest.com/pin/813744226420795884/',
    published_at: at,
  },
  'pin.failed': {
    ...pin,
    status: 'failed',
    error_code: 'invalid_image',
    error_message: 'The platform could not read the image.',
    failed_at: at,
  },
  'schedule.fired': { ...schedule, fired_at: at, pin_id: pin.pin_id },
  'schedule.failed': { ...schedule, status: 'failed', error_code: 'quota_exceeded', error_message: 'The quota of the month is used up.' },
  'schedule.canceled': { ...schedule, status: 'canceled', reason: 'requested' },
  'import.completed': {
    import_job_id: '0197a000-0000-7000-8000-000000000071',
    status: 'completed_with_errors',
    source_type: 'csv',
    source_filename: 'pins.csv',
    total_rows: 10,
    created_rows: 8,
    existing_rows: 1,
    failed_rows: 1,
  },
  'account.reconnect_required': { account_id: pin.account_id, username: null, reason: 'token_revoked', required_at: at },
  'quota.threshold_reached': {
    plan: 'starter',
    month: '2026-01',
    threshold_percent: 80,
    quota_limit: 1000,
    quota_used: 800,
    quota_reset_at: '2026-02-01T00:00:00.000Z',
  },
  'webhook.disabled': {
    webhook_id: '0197a000-0000-7000-8000-000000000031',
    url: 'example.com',
    reason: 'gone',
    disabled_at: at,
  },
  'webhook.test': { message: 'This is a test. It has no sequence number.' },
};
