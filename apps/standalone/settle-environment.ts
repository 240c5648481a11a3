import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort, isPortFree } from '@pps/embedded';
import type { Configuration } from '@pps/runtime/configuration/configuration';
import { environmentWithFiles } from '@pps/runtime/configuration/load-configuration';
import { CannotStart } from '@pps/runtime/lifecycle/cannot-start';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the start itself goes by or settles; what else lies in files is read by its processes alone. */
const ownSettings = [
  ...['PLATFORM_API_URL', 'HOST', 'WEBHOOK_TARGETS', 'DATABASE_URL', 'EVENTSTORE_URL', 'NATS_URL', 'APP_URL'],
  ...['PORT', 'SIMULATORS_PORT', 'DATA_DIR'],
];

/** `npm start` is for one machine: it listens there alone, and while the simulators are used webhook receivers are local too. */
export function withStandaloneDefaults(given: Environment): Environment {
  const environment = environmentWithFiles(given, ownSettings);
  const usesSimulators = !environment.PLATFORM_API_URL?.trim();
  return {
    ...environment,
    HOST: environment.HOST?.trim() || '127.0.0.1',
    WEBHOOK_TARGETS: environment.WEBHOOK_TARGETS?.trim() || (usesSimulators ? 'any' : 'public'),
  };
}

export interface SettledEnvironment {
  readonly environment: Environment;
  readonly apiUrl: string;
  readonly needsSimulators: boolean;
}

/** The settings that all processes of a start share: ports that are free, and the way to the simulators unless a platform was named. Throws CannotStart. */
export async function settleEnvironment(
  given: Environment,
  wanted: Pick<Configuration, 'DATA_DIR' | 'PORT' | 'SIMULATORS_PORT'>,
): Promise<SettledEnvironment> {
  const { DATA_DIR } = wanted;
  const needsSimulators = !given.PLATFORM_API_URL?.trim();
  const { PORT, SIMULATORS_PORT } = await settlePorts({ PORT: wanted.PORT, SIMULATORS_PORT: needsSimulators ? wanted.SIMULATORS_PORT : 0 });
  const smtpPort = await findFreePort();
  const environment = {
    ...(needsSimulators ? withSimulators(given, DATA_DIR, SIMULATORS_PORT, smtpPort) : given),
    PORT: String(PORT),
    SIMULATORS_PORT: String(SIMULATORS_PORT),
    SMTP_PORT: String(smtpPort),
    DATA_DIR,
  };
  return { environment, apiUrl: `http://127.0.0.1:${PORT}`, needsSimulators };
}

// A setting of the user is not replaced, wherever it lies.
function withSimulators(given: Environment, dataDir: string, simulatorsPort: number, smtpPort: number): Environment {
  const at = `http://127.0.0.1:${simulatorsPort}`;
  const settings = {
    ENVIRONMENT: 'development',
    SIMULATORS: 'true',
    PLATFORM_API_URL: `${at}/platform/v5`,
    PLATFORM_OAUTH_URL: `${at}/platform/oauth/`,
    PLATFORM_CLIENT_ID: 'standalone',
    PLATFORM_CLIENT_SECRET: secretIn(join(dataDir, 'stand-in-secret')),
    PAYMENT_API_URL: `${at}/payments`,
    PAYMENT_API_KEY: secretIn(join(dataDir, 'payment-stand-in-secret')),
    PAYMENT_WEBHOOK_SECRET: secretIn(join(dataDir, 'payment-stand-in-secret')),
    GOOGLE_ISSUER: `${at}/identity`,
    GOOGLE_CLIENT_ID: 'standalone',
    GOOGLE_CLIENT_SECRET: secretIn(join(dataDir, 'stand-in-secret')),
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  };
  const environment = environmentWithFiles(given, Object.keys(settings));
  return {
    ...environment,
    ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, environment[name]?.trim() || value])),
  };
}

function secretIn(file: string): string {
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, randomBytes(32).toString('hex'), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, 'utf8').trim();
}

/** Checks that the ports can be listened on; 0 becomes a free one. Throws CannotStart naming the first setting whose port is taken or not allowed. */
async function settlePorts<Name extends string>(wanted: Readonly<Record<Name, number>>): Promise<Record<Name, number>> {
  const settled: [string, number][] = [];
  for (const [name, port] of Object.entries<number>(wanted)) {
    const same = settled.find(([, other]) => port !== 0 && other === port);
    if (same) throw new CannotStart(`${name} and ${same[0]} are both ${port}`);
    if (port !== 0 && !(await canListen(name, port))) throw new CannotStart(`${name} ${port} is taken by another program`);
    settled.push([name, port === 0 ? await findFreePort() : port]);
  }
  return Object.fromEntries(settled) as Record<Name, number>;
}

function canListen(name: string, port: number): Promise<boolean> {
  return isPortFree(port, '0.0.0.0').catch((error: NodeJS.ErrnoException) => {
    throw new CannotStart(`${name} ${port} cannot be used (${error.code ?? error.message})`);
  });
}
