/** As Grafana names them. */
type Unit = 's' | 'short' | 'reqps' | 'percentunit' | 'bytes';

export interface PanelPlan {
  readonly title: string;
  readonly meaning: string;
  readonly unit: Unit;
  readonly kind?: 'stat' | 'timeseries' | 'table';
  readonly queries: readonly (readonly [expr: string, legend: string])[];
  /** The alert whose bound is drawn. */
  readonly alert?: string;
  /** Fixed colors, by a pattern of legends. */
  readonly colors?: Readonly<Record<string, string>>;
}

const requests = 'http_request_duration_seconds';
/** Only what has been asked at all has a rate. */
const rate = (selector: string): string => `sum(rate(${selector}[$__rate_interval]))`;
const statusColors = { '2..': 'green', '3..': 'blue', '4..': 'yellow', '5..': 'red' };

/** What the dashboard of the metrics shows, by row. */
export const dashboardPanels: Readonly<Record<string, readonly PanelPlan[]>> = {
  'Is all well?': [
    {
      title: 'Alerts that fire',
      meaning: 'Each rule of alerts.yml that holds now. Empty: all promises are kept, as far as is measured.',
      unit: 'short',
      kind: 'table',
      queries: [['sum by (alertname, severity) (ALERTS{alertstate="firing"})', '']],
    },
    {
      title: 'Work without a leader',
      meaning: 'Others take over within 5 s.',
      unit: 's',
      kind: 'stat',
      queries: [['max by (host) (leader_missing_seconds)', '{{host}}']],
      alert: 'LeaderMissing',
    },
    {
      title: 'Pins without a next action',
      meaning: 'Must be 0: every pin ends.',
      unit: 'short',
      kind: 'stat',
      queries: [['max(pins_without_next_action)', 'pins']],
      alert: 'PinsWithoutNextAction',
    },
    {
      title: 'Histories that the log contradicts',
      meaning: 'Must be 0: a history that was changed afterwards is detected.',
      unit: 'short',
      kind: 'stat',
      queries: [['max(audit_differences)', 'histories']],
      alert: 'HistoryChanged',
    },
  ],
  Requests: [
    {
      title: 'Requests by status',
      meaning: 'Of all API processes. Blue: led elsewhere, yellow: refused, red: failed here.',
      unit: 'reqps',
      queries: ['2..', '3..', '4..', '5..'].map((status) => [rate(`${requests}_count{status=~"${status}"}`), status] as const),
      colors: statusColors,
    },
    {
      title: 'Share of requests that fail here',
      meaning: 'Answers of 500 and above.',
      unit: 'percentunit',
      queries: [[`${rate(`${requests}_count{status=~"5.."}`)} / ${rate(`${requests}_count`)}`, 'failed']],
      alert: 'RequestsFailing',
    },
    {
      title: 'Time of reads',
      meaning: 'Half, nine of ten and 99 of 100 reads of /v1 took so long or less.',
      unit: 's',
      queries: [0.5, 0.9, 0.99].map((quantile) => [
        `histogram_quantile(${quantile}, sum by (le) (rate(${requests}_bucket{method="GET", route=~"/v1/.*"}[$__rate_interval])))`,
        `${quantile * 100} %`,
      ]),
      alert: 'RequestsSlow',
    },
    {
      title: 'Slowest routes',
      meaning: 'The ten routes of which one request in a hundred takes longest.',
      unit: 's',
      queries: [
        [
          `topk(10, histogram_quantile(0.99, sum by (le, method, route) (rate(${requests}_bucket[$__rate_interval]))))`,
          '{{method}} {{route}}',
        ],
      ],
    },
  ],
  'Facts and their readers': [
    {
      title: 'How far readers of the log are behind',
      meaning: 'Age of the oldest fact that each has not handled, of the ten that are furthest behind.',
      unit: 's',
      queries: [['topk(10, max by (kind, name) (log_reader_lag_seconds))', '{{kind}} {{name}}']],
      alert: 'ReaderBehind',
    },
    {
      title: 'Readers behind or held up',
      meaning: 'How many have not reached the head of the log, and how many a fact holds up.',
      unit: 'short',
      queries: [
        ['sum(max by (kind, name) (log_reader_behind))', 'behind'],
        ['sum(max by (kind, name) (log_reader_failing))', 'held up'],
      ],
      alert: 'ReaderFailing',
      colors: { behind: 'yellow', 'held up': 'red' },
    },
    {
      title: 'Facts without a signed checkpoint',
      meaning: 'Age of the oldest one.',
      unit: 's',
      queries: [['max(history_unsigned_seconds)', 'unsigned']],
      alert: 'HistoryUnsigned',
    },
    {
      title: 'Bulk work that waits for read models',
      meaning: 'Batches, imports and bursts of schedules, and how far the slowest read model is behind that they wait for.',
      unit: 'short',
      queries: [
        ['sum(bulk_waiting)', 'waiting'],
        ['max(bulk_lag_seconds)', 'seconds behind'],
      ],
    },
  ],
  'What is late': [
    {
      title: 'Schedules',
      meaning: 'Since the oldest was due that has not fired.',
      unit: 's',
      queries: [['max(schedule_overdue_seconds)', 'overdue']],
      alert: 'SchedulesLate',
    },
    {
      title: 'Publishing',
      meaning: 'Permissions that no worker has used, and how long the pacer has given none while accounts are to be visited.',
      unit: 's',
      queries: [
        ['max(publish_grant_unclaimed_seconds)', 'unclaimed'],
        ['max(publish_pacing_idle_seconds)', 'idle'],
      ],
      alert: 'GrantsUnclaimed',
    },
    {
      title: 'Work queue away',
      meaning: 'Since NATS, or its stream of work items, last answered. Workers look themselves meanwhile.',
      unit: 's',
      queries: [['max(work_queue_away_seconds)', 'away']],
      alert: 'WorkQueueAway',
    },
    {
      title: 'Open attempts and pins in doubt',
      meaning: 'Since an attempt should have ended, and since a pin in doubt was to be looked at.',
      unit: 's',
      queries: [['max by (timer) (publish_timer_overdue_seconds)', '{{timer}}']],
      alert: 'AttemptsNotEnded',
    },
    {
      title: 'Webhooks',
      meaning: 'Deliveries to endpoints that answer (fast) and to slow ones, and how long none was handed out while some are due.',
      unit: 's',
      queries: [
        ['max by (lane) (webhook_delivery_overdue_seconds)', '{{lane}}'],
        ['max(webhook_dispatch_idle_seconds)', 'idle'],
      ],
      alert: 'WebhooksLate',
    },
    {
      title: 'Mails',
      meaning: 'Since the oldest was to be handed out.',
      unit: 's',
      queries: [['max(mail_overdue_seconds)', 'overdue']],
      alert: 'MailsLate',
    },
    {
      title: 'Mails that are refused',
      meaning: 'Tried four times or more and not sent.',
      unit: 'short',
      queries: [['max(mails_retried)', 'mails']],
      alert: 'MailsRefused',
    },
    {
      title: 'Units of quota without a pin',
      meaning: 'Since the oldest was reserved.',
      unit: 's',
      queries: [['max(quota_unsettled_seconds)', 'unsettled']],
      alert: 'QuotaUnsettled',
    },
    {
      title: 'Workspaces to be erased',
      meaning: 'Since the oldest was to be.',
      unit: 's',
      queries: [['max(erasure_overdue_seconds)', 'overdue']],
      alert: 'ErasureLate',
    },
    {
      title: 'Items that are passed over',
      meaning: 'What fails for one item only, by task; it is tried again after growing waits.',
      unit: 'short',
      queries: [['max by (task) (passed_over_items)', '{{task}}']],
      alert: 'ItemsPassedOver',
    },
  ],
  'API processes': [
    {
      title: 'Processors',
      meaning: 'Cores that each uses.',
      unit: 'short',
      queries: [['rate(process_cpu_seconds_total[$__rate_interval])', '{{instance}}']],
    },
    { title: 'Memory', meaning: 'Resident.', unit: 'bytes', queries: [['process_resident_memory_bytes', '{{instance}}']] },
    {
      title: 'Event loop',
      meaning: 'For how long it is blocked at a time, 99 of 100.',
      unit: 's',
      queries: [['nodejs_eventloop_lag_p99_seconds - 0.5', '{{instance}}']],
      alert: 'EventLoopBlocked',
    },
    {
      title: 'Reads of pins by source',
      meaning: 'From the cache, or from the database.',
      unit: 'reqps',
      queries: [['sum by (source) (rate(pin_answers_total[$__rate_interval]))', '{{source}}']],
    },
    {
      title: 'Releases',
      meaning: 'How many processes run each.',
      unit: 'short',
      kind: 'stat',
      queries: [['count by (version) (service_build_info)', '{{version}}']],
    },
  ],
};
