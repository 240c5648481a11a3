import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** `npm start` is for one machine, whose webhook receivers are local: the one default that differs from the hosts' own. */
export function withStandaloneDefaults(environment: Environment): Environment {
  return { ...environment, WEBHOOK_TARGETS: environment.WEBHOOK_TARGETS?.trim() || 'any' };
}

/** How the hosts reach the third parties' stand-ins; what the user set himself stays. */
export function standInSettings(environment: Environment, dataDir: string, simulatorsPort: number, smtpPort: number): Environment {
  const at = `http://127.0.0.1:${simulatorsPort}`;
  const settings = {
    PLATFORM_API_URL: `${at}/platform/v5`,
    PLATFORM_OAUTH_URL: `${at}/platform/oauth/`,
    PLATFORM_CLIENT_ID: 'standalone',
    PLATFORM_CLIENT_SECRET: secretIn(join(dataDir, 'stand-in-secret')),
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  };
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, environment[name]?.trim() || value]));
}

function secretIn(file: string): string {
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, randomBytes(32).toString('hex'), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, 'utf8').trim();
}
