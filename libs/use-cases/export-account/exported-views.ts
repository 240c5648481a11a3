/** What the archive holds of each view of analysts: the file in `data/` with one line for each row. */
export const exportedViews = {
  workspace: 'projects',
  account: 'platform_accounts',
  api_keys: 'api_keys',
  pins: 'pins',
  removed_pins: 'removed_pins',
  pin_attempts: 'publishing_attempts',
  pin_times: 'publishing_times',
  schedules: 'schedules',
  import_job: 'imports',
  assets: 'uploaded_files',
  webhook: 'webhooks',
  webhook_delivery: 'webhook_deliveries',
  webhook_replay: 'webhook_replays',
  quota_ledger: 'quota_ledger',
  activity_log: 'activity_log',
  sessions: 'sessions',
} as const;

export type ExportedView = keyof typeof exportedViews;

/** Why the archive leaves out the other views. */
export const omittedViews: Readonly<Record<string, string>> = {
  activity_retention: 'how long activity is kept: the plan says it',
  activity_subject: 'what activity is looked up by',
  audit_facts: 'the index of the history, which is in the archive itself',
  pin_activity: 'numbers of pins',
  pin_counts: 'numbers of pins',
  pin_search: 'what pins are found by',
  project_days: 'sums of pins',
  project_hours: 'sums of pins',
  projection_status: 'how far the service has come, nobody in particular',
  publish_consent: 'what publishing decides by; the accounts say it',
  publish_epoch: 'what publishing decides by',
  publish_queue: 'what publishing decides by; the pins say it',
  publish_waiting: 'numbers of pins',
  publish_waiting_project: 'numbers of pins',
  publish_waiting_total: 'numbers of everybody’s pins',
  resource_version: 'what former states are found by; the history has them',
  schedule_due_project: 'what firing decides by',
  schedule_queue: 'what firing decides by; the schedules say it',
  webhook_delivery_attempt: 'belongs to no workspace by a column; the history has the attempts',
  webhook_delivery_target: 'what delivering decides by; the webhooks say it',
};
