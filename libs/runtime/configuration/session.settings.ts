import type { Setting } from './setting';

/** Sessions, failed logins, and links in mails. */
export const sessionSettings = {
  JWT_EXPIRES_IN: { kind: 'duration', default: '43200s', group: 'sessions', meaning: 'Lifetime of a session token.' },
  SESSION_LIFETIME: {
    kind: 'duration',
    default: '30d',
    group: 'sessions',
    meaning: 'A session ends so long after the sign-in at the latest, however often its token is renewed.',
  },
  RECENT_LOGIN: {
    kind: 'duration',
    default: '24h',
    group: 'sessions',
    meaning: 'What can take an account over asks a session for a sign-in, or the password, at most this long ago.',
  },
  LOGIN_FAILURES_PER_EMAIL: {
    kind: 'integer',
    min: 1,
    max: 1_000_000,
    default: '100',
    group: 'sessions',
    meaning: 'Failed logins per e-mail in the window before 429, from addresses where the person has not signed in lately.',
  },
  LOGIN_FAILURES_PER_EMAIL_AND_ADDRESS: {
    kind: 'integer',
    min: 1,
    max: 1_000_000,
    default: '10',
    group: 'sessions',
    meaning: 'Failed logins per e-mail from one client address in the window before 429.',
  },
  KNOWN_ADDRESS_LIFETIME: {
    kind: 'duration',
    default: '30d',
    group: 'sessions',
    meaning: 'How long a sign-in counts as lately: others’ failures do not lock the person out at that address.',
  },
  LOGIN_FAILURES_PER_ADDRESS: {
    kind: 'integer',
    min: 1,
    max: 1_000_000,
    default: '100',
    group: 'sessions',
    meaning: 'Failed logins per client address in the window before 429.',
  },
  LOGIN_FAILURES_WINDOW: { kind: 'duration', default: '15m', group: 'sessions', meaning: 'Window in which failed logins are counted.' },
  VERIFY_LINK_LIFETIME: { kind: 'duration', default: '48h', group: 'sessions', meaning: 'Lifetime of an e-mail verification link.' },
  RESET_LINK_LIFETIME: { kind: 'duration', default: '1h', group: 'sessions', meaning: 'Lifetime of a password reset link.' },
  CHANGE_LINK_LIFETIME: { kind: 'duration', default: '24h', group: 'sessions', meaning: 'Lifetime of a link that approves a new e-mail.' },
  HANDOFF_LIFETIME: { kind: 'duration', default: '2m', group: 'sessions', meaning: 'Time to complete a sign-in with Google.' },
  MAIL_INTERVAL: { kind: 'duration', default: '1m', group: 'sessions', meaning: 'One mail of a kind per address in this time.' },
  MAIL_REQUESTS_PER_ADDRESS: {
    kind: 'integer',
    min: 1,
    max: 1_000_000,
    default: '100',
    group: 'sessions',
    meaning: 'Mails one client address may ask for in the window before 429.',
  },
  MAIL_REQUESTS_WINDOW: { kind: 'duration', default: '15m', group: 'sessions', meaning: 'Window in which they are counted.' },
} as const satisfies Readonly<Record<string, Setting>>;
