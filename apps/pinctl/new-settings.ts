import { keyNames, type KeyName } from '@pps/runtime/keys/load-keys';

export interface SettingsWanted {
  /** Null: both follow `PORT`, as without a setting. */
  readonly publicUrl: string | null;
  readonly appUrl: string | null;
  /** Keys that an installation has already; the others are drawn. */
  readonly known: Readonly<Partial<Record<KeyName, string>>>;
  /** So many bytes of chance. */
  readonly draw: (bytes: number) => Buffer;
}

/** What Docker Compose makes the stores with, and Grafana. */
export const storePasswords = [
  'EVENTSTORE_ADMIN_PASSWORD',
  'EVENTSTORE_PASSWORD',
  'POSTGRES_PASSWORD',
  'DATABASE_PASSWORD',
  'NATS_PASSWORD',
  'GRAFANA_PASSWORD',
  'GRAFANA_DATABASE_PASSWORD',
] as const;

/** The text of a `.env` for a new installation: every secret that the service can draw itself, and its addresses. */
export function newSettings({ publicUrl, appUrl, known, draw }: SettingsWanted): string {
  // Letters and digits: a password stands in addresses and files of other programs.
  const password = () => draw(24).toString('hex');
  return [
    '# Written by `pinctl init-env`. Docker Compose, `npm start`, `npm run demo` and `pinctl` read it in the folder that they are started in.',
    '# Keep a copy of the keys, apart from backups of the database: both together open it. .env.example has all other settings.',
    '',
    '# This API as others reach it, and the web app that links and redirects lead to.',
    ...(publicUrl && appUrl ? [] : ['# Where none is set it is this machine, at PORT. Docker Compose wants both.']),
    publicUrl ? `PUBLIC_URL=${publicUrl}` : '#PUBLIC_URL=https://pins.example.com',
    appUrl ? `APP_URL=${appUrl}` : '#APP_URL=https://pins.example.com/app',
    '',
    '# Keys: what was written with them cannot be read with others.',
    ...keyNames.map((name) => `${name}=${known[name] ?? draw(32).toString('base64')}`),
    '',
    '# What operators send to read /metrics and what else is for them: Authorization: Bearer …',
    `OPERATOR_TOKEN=${password()}`,
    '',
    '# The stores and Grafana of docker-compose.yml are made with these; `npm start` does not use them.',
    ...storePasswords.map((name) => `${name}=${password()}`),
    '',
  ].join('\n');
}
