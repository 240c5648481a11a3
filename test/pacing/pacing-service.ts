import { findFreePort, startNodeProgram, type Child } from '@pps/embedded';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { send, startTestSimulators } from '../../apps/simulators/testing';
import { faultyParts } from '../campaigns/installation/faulty-parts';
import { caller, type Call } from '../setup/caller';
import { eventually } from '../setup/eventually';
import { platformSettings } from '../setup/platform-service';
import { patientSettings } from '../setup/patient-settings';

/** A call that created a pin, as the platform's door saw it. */
export interface DoorCall {
  readonly account: string;
  readonly title: string;
  /** When it arrived, in milliseconds. */
  readonly received_at: number;
}

export interface PacingService {
  readonly api: Call;
  readonly platformUrl: string;
  readonly workers: readonly Child[];
  /** Begins to pace, where that was held back. */
  pace(): void;
  /** Every creation so far, oldest first. */
  doorCalls(): Promise<DoorCall[]>;
  stop(): Promise<void>;
}

/**
 * One API, projector and orchestrator and two workers as processes of their own; the simulator's door is in this process and never stalls. Held
 * back, it has no orchestrator and grants nothing until pacing is started.
 */
export async function startPacingService(settings: Readonly<Record<string, string>>, held = false): Promise<PacingService> {
  const folder = mkdtempSync(join(tmpdir(), 'pacing-'));
  chmodSync(folder, 0o711);
  const [stores, runDir] = [join(folder, 'stores'), join(folder, 'run')];
  for (const each of [stores, runDir]) mkdirSync(each, { mode: 0o711 });
  const stops: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of stops.reverse()) await end();
  };
  try {
    const parts = await faultyParts({ stores, runDir, env: {}, log: (line) => console.error(line) });
    stops.push(() => parts.stop());
    const urls = await parts.start();
    const simulators = await startTestSimulators();
    stops.push(() => simulators.discard());
    const port = await findFreePort();
    const env = {
      PATH: process.env.PATH,
      ...urls,
      ...platformSettings(simulators.url),
      DATA_DIR: folder,
      PORT: String(port),
      LOG_LEVEL: 'error',
      ...patientSettings,
      ...settings,
    };
    const start = (name: string): Child => {
      const child = startNodeProgram({ entry: `apps/${name}/main`, env, stdout: () => undefined, stderr: (line) => console.error(line) });
      stops.push(() => child.stop(10_000));
      return child;
    };
    for (const name of ['api', 'projector']) start(name);
    const pace = () => void start('orchestrator');
    if (!held) pace();
    const workers = [start('worker'), start('worker')];
    stops.push(async () => workers.forEach((worker) => worker.kill('SIGCONT')));
    const api = caller(port);
    await eventually('a ready API', () => isReady(api));
    const platformUrl = simulators.url;
    return { api, platformUrl, workers, pace, doorCalls: () => doorCalls(platformUrl), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function isReady(api: Call): Promise<true | undefined> {
  const answer = await api('GET', '/health/ready').catch(() => null);
  return answer?.status === 200 ? true : undefined;
}

async function doorCalls(platformUrl: string): Promise<DoorCall[]> {
  const { json } = await send('GET', `${platformUrl}/platform/_control/pins`);
  return (json as DoorCall[]).sort((a, b) => a.received_at - b.received_at);
}
