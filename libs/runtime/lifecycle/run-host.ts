import type { Configuration } from '../configuration/configuration';
import { type Logger, createLogger } from '../logging/logger';
import type { Tracing } from '../tracing/finished-span';
import { withTimeout } from '@pps/concurrency';
import { loadConfiguration } from '../configuration/load-configuration';
import { features } from '../configuration/features';
import { releaseVersion } from '../release-version';
import { beginHeartbeat } from './heartbeat';
import { CannotStart } from './cannot-start';

export interface HostContext {
  readonly config: Configuration;
  readonly logger: Logger;
  /** Absent where nothing is traced. */
  readonly tracing?: Tracing;
}

export interface RunningHost {
  /** Finishes open work and closes everything, within SHUTDOWN_GRACE. */
  stop(): Promise<void>;
  /** Rejects when the process must not go on: then it stops in order and ends with exit 1, to be started again. */
  readonly failed?: Promise<never>;
}

export interface StartContext extends HostContext {
  /** Aborts when the host is asked to stop, also while it is still starting. */
  readonly signal: AbortSignal;
}

/**
 * The main function of every host: reads the settings, starts, and on SIGTERM, SIGINT or (with `LEASH=stdin`) the end of its
 * parent stops within SHUTDOWN_GRACE and ends the process; when the host has failed it does the same, with exit 1. A setting or port that cannot be used is one line on stderr, exit 1.
 */
export async function runHost(name: string, start: (context: StartContext) => Promise<RunningHost>): Promise<void> {
  try {
    await runUntilAskedToStop(name, start);
    process.exit(0);
  } catch (error) {
    const line = lineFor(error);
    if (line === undefined) throw error;
    process.stderr.write(`${name}: ${line}\n`);
    process.exit(1);
  }
}

async function runUntilAskedToStop(name: string, start: (context: StartContext) => Promise<RunningHost>): Promise<void> {
  const config = loadConfiguration(process.env);
  const logger = createLogger(name, config);
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      logger.fatal({ err: error }, event);
      process.exit(1);
    });
  }
  const tell = beginHeartbeat(config.HEARTBEAT_FILE);
  const asked = new AbortController();
  const stopRequested = onStopRequest(process, config.SHUTDOWN_GRACE).then((reason) => {
    logger.info({ reason }, 'stopping');
    tell('stopping');
    asked.abort();
  });
  logger.info({ release: releaseVersion, features: features(config) }, 'starting');
  let host: RunningHost;
  try {
    host = await start({ config, logger, signal: asked.signal });
  } catch (error) {
    if (asked.signal.aborted) return;
    throw error;
  }
  logger.info('started');
  if (!asked.signal.aborted) tell('started');
  const failure = await Promise.race([stopRequested.then(() => null), failureOf(host)]);
  if (failure) logger.fatal({ err: failure.error }, 'must not go on; stopping');
  await withTimeout(host.stop(), config.SHUTDOWN_GRACE, 'stopping');
  logger.info('stopped');
  if (failure) process.exit(1);
}

const failureOf = ({ failed }: RunningHost): Promise<{ readonly error: unknown }> =>
  failed?.catch((error: unknown) => ({ error })) ?? new Promise(() => undefined);

function lineFor(error: unknown): string | undefined {
  if (error instanceof CannotStart) return error.message.replaceAll('\n', ' ');
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    const port = 'port' in error ? String(error.port) : '';
    return `port ${port} is taken by another program; end it or set another PORT`;
  }
  return undefined;
}

const hardExitWithoutParent = 5_000;

/**
 * Resolves with the reason when the process is asked to stop: SIGTERM, SIGINT, or the end of stdin when `LEASH=stdin`.
 * A second signal ends the process at once; so does running on for `grace` ms (5 s without a parent) after the first.
 */
function onStopRequest(host: NodeJS.Process, grace: number): Promise<string> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) host.on(signal, () => ask(signal, grace + 1_000));
    if (host.env['LEASH'] === 'stdin') {
      host.stdin.once('end', parentEnded).once('close', parentEnded).once('error', parentEnded).resume();
    }

    function parentEnded(): void {
      setTimeout(() => host.exit(1), hardExitWithoutParent).unref();
      if (!asked) ask('parent ended', grace + 1_000);
    }

    function ask(reason: string, limit: number): void {
      if (asked) host.exit(1);
      asked = true;
      setTimeout(() => host.exit(1), limit).unref();
      resolve(reason);
    }
  });
}
