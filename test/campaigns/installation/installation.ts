import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, livingProcessOf } from '@pps/embedded';
import { services } from '../../../apps/standalone/programs';
import { killProcessesOf, noProcessOf } from '../../operations/standalone/processes-of';
import { startCommand, type StartedProgram } from '../../operations/standalone/started-program';
import { putCluster } from '../../setup/put-cluster';
import { killProcessTree, send, processTreeOf } from './process-tree';

/** One of the service's processes as it runs now, with all that it has begun. */
export interface RunningProcess {
  kill(): void;
  freeze(): void;
  wake(): void;
}

export interface Installation {
  readonly dataDir: string;
  readonly apiPort: number;
  readonly platformUrl: string;
  /** `npm start` on the folder; resolves with the milliseconds until its ready line, at most 90 s. */
  start(): Promise<number>;
  /** Begins a start without waiting for it. */
  beginStart(): void;
  /** `kill -9` of everything the start has begun; resolves with how many processes that were, when none is left. */
  killAll(): Promise<number>;
  /** The process of that name, or the one that the host of that name shares with the others, unless it is just being started again. */
  processOf(name: string): RunningProcess | null;
  /** Whether the last start has ended, killed or not. */
  hasEnded(): boolean;
  /** SIGTERM; resolves when nothing is left, at most 45 s. */
  stop(): Promise<void>;
  /** What all starts wrote to their standard error. */
  lastWords(): readonly string[];
  /** Kills what is left, so that a failed campaign leaves nothing behind, and removes the folder unless it is to be retained. */
  discard(keepFolder: boolean): Promise<void>;
}

/** The whole service in a folder of its own, started and killed as often as wanted; of this checkout, or of another one that is built. */
export async function installation(settings: Readonly<Record<string, string>>, checkout?: string): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'campaign-'));
  if (!settings['DATABASE_URL']) putCluster(dataDir);
  const [apiPort, simulatorsPort] = [await findFreePort(), await findFreePort()];
  const environment = {
    DATA_DIR: dataDir,
    PORT: String(apiPort),
    SIMULATORS_PORT: String(simulatorsPort),
    LOG_LEVEL: 'warn',
    // So that each host can be killed by itself; with `one` in the environment of a campaign its kills end all four.
    SERVICE_PROCESSES: process.env['SERVICE_PROCESSES'] ?? 'four',
    ...settings,
  };
  let current: StartedProgram | undefined;
  let hasExited = false;
  const said: string[] = [];

  const beginStart = () => {
    said.push(...(current?.stderr ?? []));
    const program = startCommand(['npm', 'start'], environment, checkout);
    [current, hasExited] = [program, false];
    void program.ended.then(() => {
      if (current === program) hasExited = true;
    });
  };
  const killAll = async () => {
    const root = current?.process.pid;
    if (root === undefined) throw new Error('nothing was started');
    const killed = killProcessTree(root);
    await current?.ended;
    await noProcessOf(dataDir);
    return killed.length;
  };
  return {
    dataDir,
    apiPort,
    platformUrl: `http://127.0.0.1:${simulatorsPort}`,
    beginStart,
    start: async () => {
      const begun = performance.now();
      beginStart();
      await current?.ready();
      return performance.now() - begun;
    },
    killAll,
    hasEnded: () => hasExited,
    processOf: (name) => {
      const program = environment.SERVICE_PROCESSES === 'one' && services.four.some((host) => host.name === name) ? 'service' : name;
      const running = livingProcessOf(join(dataDir, 'run', `${program}.pid`));
      if (!running) return null;
      const { pid } = running;
      let frozen: readonly number[] = [];
      return {
        kill: () => {
          // Who is frozen cannot notice that its parent has died.
          const tree = processTreeOf(pid);
          send(pid, 'SIGKILL');
          for (const each of tree) send(each, 'SIGCONT');
        },
        freeze: () => {
          frozen = processTreeOf(pid);
          for (const each of frozen) send(each, 'SIGSTOP');
        },
        wake: () => frozen.forEach((each) => send(each, 'SIGCONT')),
      };
    },
    stop: async () => {
      current?.process.kill('SIGTERM');
      await noProcessOf(dataDir);
    },
    lastWords: () => [...said, ...(current?.stderr ?? [])],
    discard: async (keepFolder) => {
      killProcessesOf(dataDir);
      await noProcessOf(dataDir);
      if (!keepFolder) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
