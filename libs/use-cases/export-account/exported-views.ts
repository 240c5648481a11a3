/** What the archive holds of each view of analysts: the file in `data/` with one line for each row, and the column by whose index its rows are found. */
export const exportedViews = {
  workspace: { file: 'projects', owner: 'project_id' },
  account: { file: 'platform_accounts', owner: 'project_id' },
  api_keys: { file: 'api_keys', owner: 'project_id' },
  pins: { file: 'pins', owner: 'project_id' },
  removed_pins: { file: 'removed_pins', owner: 'project_id' },
  pin_attempts: { file: 'publishing_attempts', owner: 'project_id' },
  pin_times: { file: 'publishing_times', owner: 'project_id' },
  schedules: { file: 'schedules', owner: 'project_id' },
  import_job: { file: 'imports', owner: 'project_id' },
  assets: { file: 'uploaded_files', owner: 'project_id' },
  webhook: { file: 'webhooks', owner: 'project_id' },
  webhook_delivery: { file: 'webhook_deliveries', owner: 'project_id' },
  webhook_replay: { file: 'webhook_replays', owner: 'project_id' },
  quota_ledger: { file: 'quota_ledger', owner: 'project_id' },
  activity_log: { file: 'activity_log', owner: 'scope_id' },
  sessions: { file: 'sessions', owner: 'user_id' },
} as const;

export type ExportedView = keyof typeof exportedViews;

/** Why the archive leaves out the other views. */
export const omittedViews: Readonly<Record<string, string>> = {
  account_days: 'sums of pins',
  activity_retention: 'how long activity is kept: the plan says it',
  activity_subject: 'what activity is looked up by',
  audit_facts: 'the index of the history, which is in the archive itself',
  failure_days: 'sums of pins',
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
  webhook_days: 'sums of deliveries',
  webhook_delivery_attempt: 'belongs to no workspace by a column; the history has the attempts',
  webhook_delivery_target: 'what delivering decides by; the webhooks say it',
};
