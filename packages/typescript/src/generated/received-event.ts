// Written by `npm run docs sdk`.

/** What every message has beside its `type` and `data`. */
interface Envelope<Type extends string, Data> {
  /** The same over retries, redelivery and replay: store it and ignore what was seen. */
  readonly id: string;
  readonly type: Type;
  readonly event: Type;
  readonly timestamp: string;
  /** Counts 1, 2, 3 … for each webhook; 0 for a test. */
  readonly sequence: number;
  readonly workspace_id: string;
  readonly data: Data;
}

export interface PinEventData {
  readonly pin_id: string;
  readonly status: string;
  readonly account_id: string;
  readonly board_id: string;
  readonly title: string;
  readonly platform_pin_id: string | null;
  readonly platform_url: string | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly schedule_id: string | null;
  readonly import_job_id: string | null;
  readonly published_at: string | null;
  readonly failed_at: string | null;
}

export interface ScheduleEventData {
  readonly schedule_id: string;
  readonly status: string;
  readonly account_id: string;
  readonly board_id: string;
  readonly title: string;
  readonly run_at: string;
  readonly fired_at: string | null;
  readonly pin_id: string | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly reason: string | null;
}

export interface ImportEventData {
  readonly import_job_id: string;
  readonly status: 'completed' | 'completed_with_errors' | 'failed';
  readonly source_type: 'json' | 'csv';
  readonly source_filename: string | null;
  readonly total_rows: number;
  readonly created_rows: number;
  readonly existing_rows: number;
  readonly failed_rows: number;
}

export interface AccountEventData {
  readonly account_id: string;
  readonly username: string | null;
  readonly reason: string;
  readonly required_at: string;
}

export interface QuotaEventData {
  readonly plan: string;
  readonly month: string;
  readonly threshold_percent: 80 | 100;
  readonly quota_limit: number;
  readonly quota_used: number;
  readonly quota_reset_at: string;
}

export interface DisabledEventData {
  readonly webhook_id: string;
  readonly url: string | null;
  readonly reason: 'gone' | 'failing';
  readonly disabled_at: string;
}

export interface TestEventData {
  readonly message: string;
}

/** A verified message: `switch (event.type)` gives `event.data` its type. Types that a later release adds arrive too, so a switch needs a default. */
export type ReceivedEvent =
  | Envelope<'pin.queued' | 'pin.deferred' | 'pin.publishing' | 'pin.published' | 'pin.failed', PinEventData>
  | Envelope<'schedule.fired' | 'schedule.failed' | 'schedule.canceled', ScheduleEventData>
  | Envelope<'import.completed', ImportEventData>
  | Envelope<'account.reconnect_required', AccountEventData>
  | Envelope<'quota.threshold_reached', QuotaEventData>
  | Envelope<'webhook.disabled', DisabledEventData>
  | Envelope<'webhook.test', TestEventData>;
