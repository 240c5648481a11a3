import type { Setting } from './setting';

const web = ['http', 'https'] as const;

/** Signing in with Google, and the connector that such a sign-in may be for. */
export const googleSettings = {
  GOOGLE_ISSUER: {
    kind: 'url',
    schemes: web,
    default: 'https://accounts.google.com',
    group: 'google',
    feature: 'google',
    meaning: 'OpenID provider for signing in with Google.',
  },
  GOOGLE_CLIENT_ID: { kind: 'string', default: null, group: 'google', feature: 'google', meaning: 'Application id at Google.' },
  GOOGLE_CLIENT_SECRET: { kind: 'secret', default: null, group: 'google', feature: 'google', meaning: 'Application secret at Google.' },
  GOOGLE_TIMEOUT: { kind: 'duration', default: '10s', group: 'google', meaning: 'How long one call to Google may take.' },
  CONNECTOR_URL: {
    kind: 'url',
    schemes: web,
    default: null,
    group: 'google',
    meaning:
      'Where a sign-in that a connector asked for goes on, with `?request=…&token=…`; without it the connector is ours, and it goes on at `PUBLIC_URL/app/auth/complete`.',
  },
  CONNECTOR_KEY: {
    kind: 'key',
    default: null,
    group: 'google',
    meaning: 'When set, a connector request must be `<id>.<base64url HMAC-SHA256 of the id>` under this key.',
  },
} as const satisfies Readonly<Record<string, Setting>>;
