import type { Setting } from './setting';

const group = 'limits';
const most = { kind: 'integer', min: 1, max: 1_000_000, group } as const;
const streams = { kind: 'integer', min: 1, max: 100_000, group } as const;
const atOnce = { kind: 'integer', min: 1, max: 1_000, group } as const;

/** How much is done at once in one process, how often by one client address or project, and how many of what a project has. */
export const limitSettings = {
  CONNECTIONS_AT_ONCE: {
    kind: 'integer',
    min: 1,
    max: 1_000_000,
    default: '10000',
    group,
    meaning: 'Connections that one API process holds; more are closed.',
  },
  CONNECTIONS_PER_ADDRESS: {
    kind: 'integer',
    min: 1,
    max: 1_000_000,
    default: '1000',
    group,
    meaning:
      'Connections that one API process holds of one client address (IPv6: of its /64); more are closed. With TRUST_PROXY: open requests, and more get 429.',
  },
  HEADERS_TIMEOUT: { kind: 'duration', default: '20s', group, meaning: 'How long a client may take to send the headers of a request.' },
  IDLE_TIMEOUT: {
    kind: 'duration',
    default: '2m',
    group,
    meaning: 'How long a connection with an open request may be silent, in both directions, before it is closed.',
  },
  BODIES_MB: {
    kind: 'integer',
    min: 1,
    max: 100_000,
    default: '64',
    group,
    meaning:
      'Megabytes of request bodies that one API process holds until they are answered, a quarter of it of one organization; half as much again of who shows no credential, a quarter of that from one address. More get 503, or 429 for the sender’s own share.',
  },
  BODY_LEAST_RATE: {
    ...most,
    default: '1000',
    meaning: 'Bytes a second that a request body has to come with; a slower one is ended with 408.',
  },
  BODY_RATE_WINDOW: { kind: 'duration', default: '10s', group, meaning: 'Over how long that is measured.' },
  REFUSED_BODIES_PER_ADDRESS: {
    ...most,
    default: '300',
    meaning: 'Refused bodies without a good credential from one client address in ADDRESS_LIMITS_WINDOW before 429.',
  },
  REQUESTS_AT_ONCE: {
    ...atOnce,
    default: '32',
    meaning: 'Authenticated requests that one API process works on at once, organizations round robin.',
  },
  REQUESTS_AT_ONCE_SHARED: {
    ...atOnce,
    default: '4',
    meaning: 'How many of them may be one organization’s while others ask too and the process is not busy.',
  },
  REQUESTS_BUSY_ABOVE: {
    kind: 'integer',
    min: 1,
    max: 100,
    default: '75',
    group,
    meaning:
      'Percentage of its time that the process, or its whole machine, works above which it is busy: then an organization has one request at once while others ask, and with each second of calm one more; alone it has all.',
  },
  REQUESTS_WAITING: {
    kind: 'integer',
    min: 1,
    max: 100_000,
    default: '1000',
    group,
    meaning: 'Requests of one organization that may wait for a permit; more get 429.',
  },
  REQUEST_WAIT: { kind: 'duration', default: '15s', group, meaning: 'Longest wait of a request for a permit.' },
  BULK_LAG: {
    kind: 'duration',
    default: '60ms',
    group,
    meaning:
      'How far behind the read models that requests wait for may be when batches, bulk changes, imports and bursts of schedules go on.',
  },
  BULK_HELD: {
    kind: 'duration',
    default: '5s',
    group,
    meaning:
      'However far behind they are, the next bulk work of a process begins after so long; one that has not moved for so long counts no more.',
  },
  BULK_WAIT: { kind: 'duration', default: '15s', group, meaning: 'Longest wait of a batch or bulk change until it begins; then 503.' },
  REGISTRATIONS_AT_ONCE: {
    ...atOnce,
    default: '1',
    meaning: 'Registrations that one API process works on at once, client addresses round robin.',
  },
  LOGINS_AT_ONCE: { ...atOnce, default: '2', meaning: 'Passwords of logins that it checks at once.' },
  PASSWORD_CHANGES_AT_ONCE: { ...atOnce, default: '1', meaning: 'Resets and changes of passwords that it works on at once.' },
  HASHING_WAIT: {
    kind: 'duration',
    default: '30s',
    group,
    meaning: 'Longest wait of a registration, a login or a change of a password for a permit.',
  },
  UPLOADS_AT_ONCE: { ...atOnce, default: '20', meaning: 'Uploads that one API process takes at once.' },
  UPLOADS_PER_PROJECT: { ...atOnce, default: '4', meaning: 'How many of them may be of one project.' },
  IMPORTS_WAITING_PER_PROJECT: { ...atOnce, default: '100', meaning: 'Imports of one project that may wait or run; more get 429.' },
  IMPORT_ROWS_KEPT: { kind: 'duration', default: '30d', group, meaning: 'How long the failed rows of an import are kept.' },
  REQUESTS_KEPT_PER_PROJECT: {
    kind: 'integer',
    min: 1_000,
    max: 100_000_000,
    default: '200000',
    group,
    meaning: 'Requests of one project that can be looked up, the newest; 1,000 take about half a megabyte.',
  },
  DISK_FREE_MB: {
    kind: 'integer',
    min: 0,
    max: 1_000_000_000,
    default: '1024',
    group,
    meaning: 'Megabytes of the disk under DATA_DIR that uploads leave free.',
  },
  LIMIT_LOOPBACK: {
    kind: 'boolean',
    default: 'false',
    group,
    meaning: 'Whether limits by client address hold for this machine’s own addresses while the simulators run, too.',
  },
  SIMULATORS: {
    kind: 'boolean',
    default: 'false',
    group,
    meaning: "Whether the third parties' simulators stand in for them; `npm start` sets it.",
  },
  ADDRESS_LIMITS_WINDOW: {
    kind: 'duration',
    default: '15m',
    group,
    meaning: 'Window in which registrations and uses of links are counted, and sign-ins of terminals.',
  },
  REGISTRATIONS_PER_ADDRESS: {
    ...most,
    default: '50',
    meaning: 'Registrations from one client address (IPv6: its /64) in the window before 429.',
  },
  LINK_USES_PER_ADDRESS: { ...most, default: '100', meaning: 'Uses of mailed links from one client address in the window before 429.' },
  DEVICE_SIGN_INS_PER_ADDRESS: {
    ...most,
    default: '100',
    meaning: 'Sign-ins that terminals begin from one client address in the window before they are put off.',
  },
  TOKEN_REQUESTS_PER_ADDRESS: {
    ...most,
    default: '6000',
    meaning: 'Calls of terminals for their keys from one client address in the window before they are put off; one calls every 5 s.',
  },
  CLIENT_REGISTRATIONS_PER_ADDRESS: {
    ...most,
    default: '200',
    meaning: 'Programs that register from one client address in the window before they are put off.',
  },
  PLATFORM_READS_ACCOUNT: {
    kind: 'bucket',
    default: '200/2',
    group,
    meaning: 'Reads of the boards of one account at the platform, on behalf of users.',
  },
  PLATFORM_READS_GLOBAL: {
    kind: 'bucket',
    default: '1000/20',
    group,
    meaning:
      'Reads of the boards of all accounts together: first those for unknown outcomes, then users’, organizations round robin. Choose it by the daily limit of the app at the platform.',
  },
  CHANGE_STREAMS: {
    ...streams,
    default: '2000',
    meaning:
      'Streams of changes (`GET /v1/changes`) that one API process holds. Of more, one of the organization that holds most ends for one that holds fewer; others get 503.',
  },
  CHANGE_STREAMS_PER_ORGANIZATION: { ...streams, default: '100', meaning: 'How many of them may be one organization’s before 429.' },
  CHANGE_STREAMS_PER_CREDENTIAL: { ...streams, default: '10', meaning: 'How many of them may be of one session or key before 429.' },
  PROJECT_LIMITS_WINDOW: { kind: 'duration', default: '1m', group, meaning: 'Window in which what a project does is counted.' },
  WEBHOOK_TESTS_PER_PROJECT: { ...most, default: '60', meaning: 'Webhook tests of a project in the window before 429.' },
  WEBHOOK_REPLAYS_PER_PROJECT: { ...most, default: '20', meaning: 'Replays of webhooks in the window before 429.' },
  SANDBOX_RESETS_PER_PROJECT: { ...most, default: '20', meaning: 'Resets of the sandbox in the window before 429.' },
  FRESH_ACCESS_CHECKS_PER_PROJECT: { ...most, default: '300', meaning: 'Access checks with `fresh=true` in the window before 429.' },
  BOARD_LISTS_PER_PROJECT: { ...most, default: '300', meaning: 'Lists of boards in the window before 429.' },
  PROPOSAL_ANSWERS_PER_PERSON: {
    ...most,
    default: '120',
    meaning: 'Answers of one person on pages of proposals in the window before 429; his looks at them count apart.',
  },
  REQUEST_LISTS_PER_CREDENTIAL: { ...most, default: '300', meaning: 'Lists of requests by one key or session in the window before 429.' },
} as const satisfies Readonly<Record<string, Setting>>;
