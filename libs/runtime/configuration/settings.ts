import { assetSettings } from './asset.settings';
import { googleSettings } from './google.settings';
import { keySettings } from './key.settings';
import { limitSettings } from './limit.settings';
import { paymentSettings } from './payment.settings';
import { platformSettings } from './platform.settings';
import { sessionSettings } from './session.settings';
import type { Setting } from './setting';

const web = ['http', 'https'] as const;

/** Every setting of every host; `.env.example` is written from this table. */
export const settings = {
  PORT: { kind: 'port', default: '3000', group: 'http', meaning: 'Port of the API; 0 takes any free one.' },
  HOST: {
    kind: 'string',
    default: '0.0.0.0',
    group: 'http',
    meaning: 'Address that the API listens at; `npm start` sets 127.0.0.1.',
  },
  SIMULATORS_PORT: { kind: 'port', default: '3900', group: 'http', meaning: "Port of the third parties' simulators." },
  APP_URL: {
    kind: 'url',
    schemes: web,
    default: 'http://127.0.0.1:$PORT/app',
    group: 'http',
    meaning: 'The web app that links and redirects lead to.',
  },
  PUBLIC_URL: { kind: 'url', schemes: web, default: 'http://127.0.0.1:$PORT', group: 'http', meaning: 'This API as others reach it.' },
  CORS_ORIGINS: {
    kind: 'origins',
    default: null,
    group: 'http',
    meaning: 'Web origins that may call the API from a browser, separated by commas; * for any. None when absent.',
  },
  TRUST_PROXY: {
    kind: 'proxies',
    default: 'false',
    group: 'http',
    meaning:
      'Who is believed about the client’s address (X-Forwarded-*): nobody (`false`); as many reverse proxies in a row (`1`, or `true`; `2` …); or those of these addresses and networks, separated by commas. What stands before their word in the header is not believed.',
  },

  DATA_DIR: {
    kind: 'path',
    default: '.data',
    group: 'storage',
    meaning: "All that is stored: database, keys, queue, files, the simulators' state.",
  },
  EVENTSTORE_URL: {
    kind: 'url',
    schemes: ['esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover'],
    default: null,
    sensitive: true,
    group: 'storage',
    meaning: 'The event store; `npm start` brings its own when absent.',
  },
  DATABASE_URL: {
    kind: 'url',
    schemes: ['postgres', 'postgresql'],
    default: null,
    sensitive: true,
    group: 'storage',
    meaning:
      'PostgreSQL, or a server and its standbys with commas between (one user for all), of which the one that takes writes is used; `npm start` brings its own when absent.',
  },
  DATABASE_DIRECT_URL: {
    kind: 'url',
    schemes: ['postgres', 'postgresql'],
    default: null,
    sensitive: true,
    group: 'storage',
    meaning:
      'The same database without the pooler of transactions that DATABASE_URL leads through: for locks and notifications of sessions. Not needed without such a pooler.',
  },
  DATABASE_POOL_SIZE: {
    kind: 'integer',
    min: 2,
    max: 200,
    default: '10',
    group: 'storage',
    meaning:
      'Most connections to PostgreSQL that one host (API, projector, orchestrator, worker) holds; in one process the four share two more than that.',
  },
  DATABASE_WAIT: {
    kind: 'duration',
    default: '5s',
    group: 'storage',
    meaning: 'Longest wait for a connection to PostgreSQL; then a request is answered 503.',
  },
  NATS_URL: {
    kind: 'url',
    schemes: ['nats', 'tls'],
    default: null,
    sensitive: true,
    group: 'storage',
    meaning:
      'NATS with JetStream, or the nodes of a cluster with commas between (one user for all; `tls://` is always encrypted); `npm start` brings its own when absent.',
  },
  ...assetSettings,

  ...platformSettings,

  SMTP_URL: {
    kind: 'url',
    schemes: ['smtp', 'smtps'],
    default: null,
    sensitive: true,
    group: 'mail',
    feature: 'mail',
    meaning: 'Server that takes outgoing mail.',
  },
  MAIL_FROM: {
    kind: 'string',
    default: 'Pin Publishing Service <no-reply@localhost>',
    group: 'mail',
    feature: 'mail',
    meaning: 'Sender of outgoing mail.',
  },

  ...paymentSettings,

  ...keySettings,
  ...sessionSettings,
  ...googleSettings,

  DEFAULT_PLAN: {
    kind: 'enum',
    options: ['playground', 'starter', 'growth', 'pro', 'enterprise'],
    default: 'playground',
    group: 'plans',
    meaning: 'Plan of a new organization.',
  },

  QUOTA_SWEEP_AFTER: {
    kind: 'duration',
    default: '1m',
    group: 'plans',
    meaning: 'A unit of quota whose pin did not come within this time is given back.',
  },

  PACING_ACCOUNT: { kind: 'bucket', default: '50/1', group: 'publishing', meaning: 'Calls one platform account may make.' },
  PACING_GLOBAL: { kind: 'bucket', default: '200/3', group: 'publishing', meaning: 'Calls all platform accounts together may make.' },
  RECONCILE_AFTER: {
    kind: 'durations',
    default: '2s,10s,30s,120s',
    group: 'publishing',
    meaning: 'When the board is first read after a publish call with an unknown outcome.',
  },
  WORKER_CONCURRENCY: {
    kind: 'integer',
    min: 1,
    max: 1_000,
    default: '16',
    group: 'publishing',
    meaning: 'Platform calls one worker has open at once.',
  },

  WEBHOOK_TARGETS: {
    kind: 'enum',
    options: ['any', 'public'],
    default: 'public',
    group: 'webhooks',
    meaning: '`public`: only https and public addresses; `any` (set by `npm start`): this machine and its network too.',
  },
  WEBHOOK_CONCURRENCY: {
    kind: 'integer',
    min: 1,
    max: 1_000,
    default: '32',
    group: 'webhooks',
    meaning: 'Webhook deliveries one worker has open at once.',
  },
  WEBHOOK_RESPONSES_KEPT: {
    kind: 'duration',
    default: '30d',
    group: 'webhooks',
    meaning: 'How long what endpoints answered is kept.',
  },

  ...limitSettings,

  ENVIRONMENT: {
    kind: 'string',
    default: 'production',
    group: 'operations',
    meaning: 'What this installation is called in `/healthz` and `/readyz`; `npm start` with the simulators says `development`.',
  },
  SERVICE_PROCESSES: {
    kind: 'enum',
    options: ['one', 'four'],
    default: 'one',
    group: 'operations',
    meaning:
      'How `npm start` runs the service: API, projector, orchestrator and worker in `one` process, which takes less memory and time, or in `four`, of which each can end and be started again alone.',
  },
  OPERATOR_TOKEN: {
    kind: 'secret',
    default: null,
    group: 'operations',
    meaning: 'Bearer token for `/metrics` and the details of `/health/ready`; while it is absent they are for callers on this machine.',
  },
  READ_WAIT: {
    kind: 'duration',
    default: '2s',
    group: 'operations',
    meaning: 'Longest wait of a read until its read model shows what was answered before; then 503.',
  },
  AUDIT_CHECKPOINT_EVERY: {
    kind: 'duration',
    default: '30s',
    group: 'operations',
    meaning: 'How often what has grown of the histories is signed.',
  },
  REQUEST_LOG: {
    kind: 'enum',
    options: ['on', 'off'],
    default: 'on',
    group: 'operations',
    meaning: 'Whether requests with a credential are kept for a week, without bodies, for `GET /v1/requests`.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    kind: 'url',
    schemes: ['http', 'https'],
    default: null,
    group: 'operations',
    meaning: 'OpenTelemetry collector that spans are sent to (OTLP over HTTP, `/v1/traces` is appended); without it nothing is traced.',
  },
  LOG_LEVEL: {
    kind: 'enum',
    options: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    default: 'info',
    group: 'operations',
    meaning: 'Least level that is logged.',
  },
  SHUTDOWN_GRACE: {
    kind: 'duration',
    default: '25s',
    group: 'operations',
    meaning: 'How long open work may take to finish after SIGTERM.',
  },
  CLOCK_TOLERANCE: {
    kind: 'duration',
    default: '30s',
    group: 'operations',
    meaning: "How far this machine's clock may be from the database's; beyond that an API is not ready, and every host logs it.",
  },
  HEARTBEAT_FILE: {
    kind: 'path',
    default: null,
    group: 'operations',
    meaning:
      'Where a host notes each second that it goes on, and whether it is `starting`, `started` or `stopping`: for probes of the hosts that serve no HTTP.',
  },
  SHUTDOWN_WAIT: {
    kind: 'duration',
    default: '200ms',
    group: 'operations',
    meaning:
      'How long an API that was told to end, and says so to who asks whether it is ready, still takes requests, each answered with `Connection: close`. Longer than a load balancer needs to notice; at most half of SHUTDOWN_GRACE counts.',
  },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof settings;
