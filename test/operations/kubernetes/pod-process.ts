import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startChild, type Child } from '@pps/embedded';
import { eventually } from '../../setup/eventually';
import { environmentOf } from './judge-settings';
import { at, listAt, numberAt, textAt, type Manifest, type PodMaker } from './manifest';

export type ProbeName = 'startupProbe' | 'livenessProbe' | 'readinessProbe';

/** A container of the manifests as a process on this machine, and what kubelet does with it. */
export interface PodProcess {
  readonly child: Child;
  /** Where its folders lie here. */
  readonly folder: string;
  /** Whether a probe of the manifest succeeds now, asked once as kubelet asks. */
  probe(name: ProbeName): Promise<boolean>;
  /** Asks the start-up probe at its pace; throws when it has failed as often as the manifest allows. */
  started(): Promise<void>;
  /** SIGTERM, as no preStop is before it; resolves with how it ended, and how much of its grace was left. SIGKILL follows when nothing is. */
  end(): Promise<{ readonly code: number | null; readonly secondsLeft: number }>;
}

export interface PodPlace {
  readonly folder: string;
  /** What the Secret has. */
  readonly secrets: Readonly<Record<string, string>>;
  /** The port that `http` becomes. */
  readonly port: number;
  /** How many times as fast as in the manifest the end is played. */
  readonly speed: number;
  readonly settings: Readonly<Record<string, string>>;
  note(line: string): void;
}

/** Starts what a pod runs, with its variables, secrets and folders: `/secrets`, `/data` and `/tmp` lie in a folder here. */
export function startPodProcess(maker: PodMaker, manifests: readonly Manifest[], place: PodPlace): PodProcess {
  const { folder, port, speed } = place;
  for (const name of ['secrets', 'data', 'tmp']) mkdirSync(join(folder, name), { recursive: true });
  for (const volume of listAt(maker.pod, 'volumes'))
    for (const item of listAt(volume, 'secret.items'))
      writeFileSync(join(folder, 'secrets', textAt(item, 'path')), place.secrets[textAt(item, 'key')] ?? '');
  const here = (text: string) => text.replaceAll(/(?<![\w.-])\/(secrets|data|tmp)(?=\/|$)/g, (_, name: string) => join(folder, name));
  const given = environmentOf(maker, manifests);
  const env = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, here(value)]));
  const faster = (text = '') => `${(Number(/^(\d+)s$/.exec(text)?.[1]) * 1000) / speed}ms`;
  const [command = '', ...args] = listAt(maker.container, 'command').map(String);
  const child = startChild({
    command: command === 'node' ? process.execPath : command,
    args,
    env: {
      PATH: process.env.PATH,
      ...env,
      ...place.settings,
      ...(given['PORT'] && { PORT: String(port) }),
      ...(given['SHUTDOWN_GRACE'] && { SHUTDOWN_GRACE: faster(given['SHUTDOWN_GRACE']), SHUTDOWN_WAIT: faster(given['SHUTDOWN_WAIT']) }),
    },
    stopSignal: 'SIGTERM',
    cwd: resolve(__dirname, '../../..'),
    stdout: place.note,
    stderr: place.note,
  });
  const probe = (name: ProbeName) => askProbe(at(maker.container, name), port, here);
  return {
    child,
    folder,
    probe,
    started: () => untilStarted(at(maker.container, 'startupProbe'), () => probe('startupProbe')),
    end: async () => {
      const graceMs = ((numberAt(maker.pod, 'terminationGracePeriodSeconds') ?? 30) * 1000) / speed;
      const begun = performance.now();
      await child.stop(graceMs);
      return { code: (await child.ended).code, secondsLeft: (graceMs - (performance.now() - begun)) / 1000 };
    },
  };
}

const run = promisify(execFile);

async function askProbe(probe: unknown, port: number, here: (text: string) => string): Promise<boolean> {
  const timeout = (numberAt(probe, 'timeoutSeconds') ?? 1) * 1000;
  const [program = '', ...args] = listAt(probe, 'exec.command').map((word) => here(String(word)));
  const asked = program
    ? run(program, args, { timeout }).then(() => true)
    : fetch(`http://127.0.0.1:${port}${textAt(probe, 'httpGet.path')}`, { signal: AbortSignal.timeout(timeout) }).then(
        ({ status }) => status >= 200 && status < 400,
      );
  return asked.catch(() => false);
}

async function untilStarted(probe: unknown, ask: () => Promise<boolean>): Promise<void> {
  const most = (numberAt(probe, 'periodSeconds') ?? 10) * (numberAt(probe, 'failureThreshold') ?? 3) * 1000;
  await eventually('the start-up probe', async () => ((await ask()) ? true : undefined), most);
}
