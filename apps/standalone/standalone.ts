import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, reclaimPidFile, startNodeProgram, type Child } from '@pps/embedded';
import { loadConfiguration } from '@pps/runtime/configuration/load-configuration';
import { createLogger } from '@pps/runtime/logging/logger';
import { CannotStart } from '@pps/runtime/lifecycle/cannot-start';
import { awaitReady } from './await-ready';
import { lockDataDir } from './data-dir-lock';
import { standInSettings, withStandaloneDefaults } from './environment';
import { settlePorts } from './free-ports';
import { lastWordsOf } from './last-words';
import { embeddedParts, type Parts } from './parts';
import * as programs from './programs';
import { supervise, type Supervised } from './supervised';

export interface StandaloneOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly services?: readonly programs.Program[];
  readonly simulators?: programs.Program;
  /** A process failed again and again after the start; called once. */
  onGivenUp(reason: CannotStart): void;
}

export interface Standalone {
  /** Resolves with the API's address when it is ready, within about 60 s; throws CannotStart or BrokenSetting. */
  start(): Promise<string>;
  /** Services first, with time to finish open platform calls; PostgreSQL last. Resolves when nothing is left. */
  stop(): Promise<void>;
}

/** The whole service on one machine: its parts, the stand-ins and the four services, kept running. */
export function standalone({
  environment,
  services = programs.services,
  simulators = programs.simulators,
  onGivenUp,
}: StandaloneOptions): Standalone {
  const ending = new AbortController();
  const running: Supervised<Child>[] = [];
  let standIns: Supervised<Child> | undefined;
  let parts: Parts | undefined;
  let unlock: (() => void) | undefined;
  const lastLines = new Map<string, string>();
  const passOn = (name: string, line: string) => {
    lastLines.set(name, line);
    process.stderr.write(`${line}\n`);
  };

  const start = async (): Promise<string> => {
    const given = withStandaloneDefaults(environment);
    const { DATA_DIR: dataDir, SHUTDOWN_GRACE, ...configuration } = loadConfiguration(given);
    const logger = createLogger('standalone', configuration);
    const onEnd = (name: string, how: string, restartInMs?: number) => {
      if (restartInMs !== undefined) return logger.warn({ part: name, how, restartInMs }, 'ended by itself, is started again');
      const reason = new CannotStart(`${name} fails again and again (${how}): ${lastWordsOf(lastLines.get(name) ?? 'it said nothing')}`);
      ending.abort(reason);
      onGivenUp(reason);
    };
    mkdirSync(join(dataDir, 'run'), { recursive: true, mode: 0o711 });
    unlock = await lockDataDir(dataDir);
    const names = [...services, simulators].map(({ name }) => name);
    await Promise.all(['event-store', ...names].map((name) => reclaimPidFile(join(dataDir, 'run', `${name}.pid`), 'SIGTERM', 10_000)));

    const needsStandIns = !given.PLATFORM_API_URL?.trim();
    const { PORT, SIMULATORS_PORT } = await settlePorts({
      PORT: configuration.PORT,
      ...(needsStandIns ? { SIMULATORS_PORT: configuration.SIMULATORS_PORT } : { SIMULATORS_PORT: 0 }),
    });
    const smtpPort = await freePort();
    const settled: NodeJS.ProcessEnv = {
      ...given,
      ...(needsStandIns ? standInSettings(given, dataDir, SIMULATORS_PORT, smtpPort) : {}),
      PORT: String(PORT),
      SIMULATORS_PORT: String(SIMULATORS_PORT),
      SMTP_PORT: String(smtpPort),
      DATA_DIR: dataDir,
    };
    const program = ({ name, entry }: programs.Program, env: NodeJS.ProcessEnv, graceMs: number, prerequisites?: () => Promise<unknown>) =>
      supervise<Child>({
        name,
        graceMs,
        pidFile: join(dataDir, 'run', `${name}.pid`),
        onEnd,
        ...(prerequisites ? { prerequisites } : {}),
        start: () => {
          const line = (text: string) => passOn(name, text);
          return Promise.resolve(startNodeProgram({ entry, env, stdout: line, stderr: line }));
        },
      });

    parts = embeddedParts({ dataDir, environment: settled, logger, passOn, onEnd });
    const { running: whenPartsRun } = parts;
    if (needsStandIns) {
      standIns = program(simulators, settled, 5_000);
      await standIns.start();
    }
    const env = { ...settled, ...(await parts.start()) };
    ending.signal.throwIfAborted();
    running.push(...services.map((service) => program(service, env, SHUTDOWN_GRACE + 3_000, whenPartsRun)));
    await Promise.all(running.map((service) => service.start()));
    const url = `http://127.0.0.1:${PORT}`;
    await awaitReady(url, 60_000, ending.signal);
    return url;
  };

  const stop = async (): Promise<void> => {
    ending.abort();
    await Promise.all(running.map((service) => service.stop()));
    await standIns?.stop();
    await parts?.stop();
    unlock?.();
  };
  return { start, stop };
}
