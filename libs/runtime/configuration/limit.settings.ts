import type { Setting } from './setting';

const group = 'limits';
const atOnce = { kind: 'integer', min: 1, max: 1_000, group } as const;

/** How much is done at once, and for whom, in one process. */
export const limitSettings = {
  REQUESTS_AT_ONCE: {
    ...atOnce,
    default: '32',
    meaning: 'Authenticated requests that one API process works on at once; organizations take turns.',
  },
  REQUESTS_AT_ONCE_SHARED: {
    ...atOnce,
    default: '4',
    meaning: 'How many of them may be one organization’s while others ask too.',
  },
  REQUESTS_WAITING: {
    kind: 'integer',
    min: 1,
    max: 100_000,
    default: '1000',
    group,
    meaning: 'Requests of one organization that may wait for their turn; more get 429.',
  },
  REQUEST_WAIT: { kind: 'duration', default: '15s', group, meaning: 'Longest wait of a request for its turn.' },
  REGISTRATIONS_AT_ONCE: {
    ...atOnce,
    default: '1',
    meaning: 'Registrations that one API process works on at once; client addresses take turns.',
  },
  LOGINS_AT_ONCE: { ...atOnce, default: '2', meaning: 'Passwords of logins that it checks at once.' },
  PASSWORD_CHANGES_AT_ONCE: { ...atOnce, default: '1', meaning: 'Resets and changes of passwords that it works on at once.' },
  HASHING_WAIT: {
    kind: 'duration',
    default: '15s',
    group,
    meaning: 'Longest wait of a registration, a login or a change of a password for its turn.',
  },
} as const satisfies Readonly<Record<string, Setting>>;
