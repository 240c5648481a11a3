import { join } from 'node:path';
import { reclaimPidFile, startNodeProgram, type Child } from '@pps/embedded';
import { CannotStart } from '@pps/runtime/lifecycle/cannot-start';
import { createLogger } from '@pps/runtime/logging/logger';
import { loadConfiguration } from '@pps/runtime/configuration/load-configuration';
import { pause } from '@pps/concurrency';
import { removePartUrls, writePartUrls } from './part-urls';
import { lockDataDir, makeRunDir } from './data-dir-lock';
import { settleEnvironment, withStandaloneDefaults, type SettledEnvironment } from './settle-environment';
import type { StartAddresses } from './describe-addresses';
import { embeddedParts, type EmbeddedParts } from './embedded-parts';
import * as programs from './programs';
import { supervise, type Supervised } from './supervised';

export interface StandaloneOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly services?: readonly programs.Program[];
  readonly simulators?: programs.Program;
  /** A process failed again and again; called once. */
  onGivenUp(reason: CannotStart): void;
  /** Takes what the processes print, and our own log. */
  onLine(line: string): void;
  /** Runs a step of the start, and lets it be seen meanwhile. */
  during<T>(step: string, work: () => Promise<T>): Promise<T>;
}

export interface Standalone {
  /** Resolves with where to look when the API is ready, within about 60 s; throws CannotStart or BrokenSetting. */
  start(): Promise<StartAddresses>;
  /** Services first, with time to finish open platform calls; PostgreSQL last. Resolves when nothing is left. */
  stop(): Promise<void>;
}

/** The whole service on one machine: its parts, the simulators and the service in one process or four, each restarted when it ends. */
export function standalone(options: StandaloneOptions): Standalone {
  const { simulators = programs.simulators, during } = options;
  const ending = new AbortController();
  const lastLines = new Map<string, string>();
  let running: readonly Supervised<Child>[] = [];
  let runningSimulators: Supervised<Child> | undefined;
  let parts: EmbeddedParts | undefined;
  let forget: (() => void) | undefined;
  let unlock: (() => void) | undefined;

  const start = async (): Promise<StartAddresses> => {
    const given = withStandaloneDefaults(options.environment);
    const configuration = loadConfiguration(given);
    const { DATA_DIR: dataDir, SHUTDOWN_GRACE: grace } = configuration;
    const logger = createLogger('standalone', configuration, { write: (line) => options.onLine(line.trimEnd()) });
    const runDir = makeRunDir(dataDir);
    const pidFile = (name: string) => join(runDir, `${name}.pid`);
    unlock = await lockDataDir(dataDir);
    const services = options.services ?? programs.services[configuration.SERVICE_PROCESSES];
    // An earlier start may have had other processes.
    const all = [...Object.values(programs.services).flat(), ...services, simulators];
    const names = new Set(['event-store', ...all.map(({ name }) => name)]);
    await Promise.all([...names].map((name) => reclaimPidFile(pidFile(name), 'SIGTERM', 10_000)));
    const settled = await settleEnvironment(given, configuration);
    const { environment, apiUrl, needsSimulators } = settled;

    const onEnd = (name: string, how: string, restartInMs?: number) => {
      if (restartInMs === undefined) giveUp(name, how);
      else logger.warn({ part: name, how, restartInMs }, 'ended unexpectedly, is started again');
    };
    const program = (
      { name, entry }: programs.Program,
      env: NodeJS.ProcessEnv,
      graceMs: number,
      prerequisites?: () => Promise<unknown>,
    ) => {
      const line = (text: string) => passOn(name, text);
      const begin = () => Promise.resolve(startNodeProgram({ entry, env, stdout: line, stderr: line }));
      return supervise<Child>({ name, graceMs, pidFile: pidFile(name), onEnd, start: begin, ...(prerequisites ? { prerequisites } : {}) });
    };

    const ours = (parts = embeddedParts({ dataDir, environment, logger, passOn, onEnd, during }));
    if (needsSimulators) await (runningSimulators = program(simulators, environment, 5_000)).start();
    const partUrls = await ours.start();
    const { PAYMENT_API_URL, PAYMENT_API_KEY } = environment;
    writePartUrls(dataDir, { ...partUrls, PAYMENT_API_URL, PAYMENT_API_KEY });
    forget = () => removePartUrls(dataDir);
    const env = { ...environment, ...partUrls };
    ending.signal.throwIfAborted();
    // The services' own time-out comes first; ours is for one that does not stop in time.
    running = services.map((service) => program(service, env, grace + 3_000, ours.running));
    await Promise.all(running.map((service) => service.start()));
    const step = ours.makesDatabase ? 'making the tables and starting the service' : 'starting the service';
    await during(step, () => awaitReady(apiUrl, 60_000, ending.signal));
    return addressesOf(settled, partUrls.DATABASE_URL);
  };

  const stop = async (): Promise<void> => {
    ending.abort();
    await Promise.all(running.map((service) => service.stop()));
    await runningSimulators?.stop();
    await parts?.stop();
    forget?.();
    unlock?.();
  };

  const passOn = (name: string, line: string): void => {
    lastLines.set(name, line);
    options.onLine(line);
  };

  const giveUp = (name: string, how: string): void => {
    const reason = new CannotStart(`${name} fails again and again (${how}): ${lastWordsOf(lastLines.get(name) ?? 'it said nothing')}`);
    ending.abort(reason);
    options.onGivenUp(reason);
  };
  return { start, stop };
}

function addressesOf({ environment, apiUrl, needsSimulators }: SettledEnvironment, databaseUrl: string): StartAddresses {
  const { APP_URL: appUrl, SMTP_URL, SMTP_PORT, SIMULATORS_PORT, DATABASE_URL, DATA_DIR = '' } = environment;
  return {
    apiUrl,
    appUrl: appUrl?.trim() || `${apiUrl}/app`,
    databaseUrl,
    ...(DATABASE_URL?.trim() ? {} : { passwordFile: join(DATA_DIR, 'postgres-password') }),
    ...(needsSimulators ? { simulatorsUrl: `http://127.0.0.1:${SIMULATORS_PORT}` } : {}),
    hasMailbox: SMTP_URL === `smtp://127.0.0.1:${SMTP_PORT}`,
  };
}

/** Waits until `<url>/health/ready` answers 200; throws CannotStart after `timeoutMs`, or the signal's reason when it is aborted. */
async function awaitReady(url: string, timeoutMs: number, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  let answer = 'no answer';
  while (performance.now() < deadline) {
    signal.throwIfAborted();
    try {
      const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.any([signal, AbortSignal.timeout(2_000)]) });
      await response.body?.cancel();
      if (response.status === 200) return;
      answer = `status ${response.status}`;
    } catch {
      answer = 'no answer';
    }
    await pause(50, signal);
  }
  throw new CannotStart(`the API was not ready within ${timeoutMs / 1000} s (${answer})`);
}

/** The last output of a process on its standard error, as one readable line: of a JSON log line its message. */
function lastWordsOf(line: string): string {
  try {
    const { msg, message, reason, err } = JSON.parse(line) as Partial<Record<'msg' | 'message' | 'reason', unknown>> & {
      err?: { message?: unknown };
    };
    return [msg, message, reason, err?.message].filter((text) => typeof text === 'string').join(': ');
  } catch {
    return line.trim();
  }
}
