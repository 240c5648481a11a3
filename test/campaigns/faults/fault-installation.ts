import { livingProcessOf } from '@pps/embedded';
import { mkdirSync, mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestSimulators } from '../../../apps/simulators/testing';
import { caller, type Call } from '../../setup/caller';
import { platformSettings } from '../../setup/platform-service';
import { faultyParts, type FaultyParts } from '../installation/faulty-parts';
import { installation } from '../installation/installation';
import { smallDisk, type SmallDisk } from './small-disk';
import { steppedClock, type SteppedClock } from './stepped-clock';

export interface FaultInstallation {
  readonly api: Call;
  readonly platformUrl: string;
  readonly parts: FaultyParts;
  /** The clock of everything but the simulators and the receiver; absent unless asked for. */
  readonly clock: SteppedClock | null;
  /** The disk of PostgreSQL and NATS; absent unless asked for. */
  readonly disk: SmallDisk | null;
  /** `kill -9` of one of the services. */
  kill(service: 'worker' | 'projector' | 'orchestrator'): void;
  /** What ended unexpectedly, and the last output of the services. */
  readonly ends: readonly string[];
  lastWords(): readonly string[];
  discard(): Promise<void>;
}

export interface Needs {
  readonly clock?: boolean;
  readonly disk?: boolean;
}

/** `npm start` on parts that can be made to fail; simulators and receiver live in this process and do not fail. */
export async function faultInstallation(settings: Readonly<Record<string, string>>, needs: Needs): Promise<FaultInstallation> {
  const folder = mkdtempSync(join(tmpdir(), 'faults-'));
  chmodSync(folder, 0o711);
  const [stores, runDir] = [join(folder, 'stores'), join(folder, 'run')];
  for (const each of [stores, runDir]) mkdirSync(each, { mode: 0o711 });
  const stops: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const discard = async () => {
    for (const stop of stops.reverse()) await stop();
  };
  const ends: string[] = [];
  try {
    const disk = needs.disk ? smallDisk(stores) : null;
    if (disk) stops.push(async () => disk.unmount());
    const clock = needs.clock ? steppedClock(folder) : null;
    const simulators = await startTestSimulators();
    stops.push(() => simulators.discard());
    const parts = await faultyParts({ stores, runDir, env: clock?.env ?? {}, log: (line) => void ends.push(line) });
    stops.push(() => parts.stop());
    const urls = await parts.start();
    const service = await installation({ ...settings, ...platformSettings(simulators.url), ...urls, ...clock?.env });
    stops.push(() => service.discard(false));
    await service.start();
    stops.push(() => service.stop());
    return {
      api: caller(service.apiPort),
      platformUrl: simulators.url,
      parts,
      clock,
      disk,
      kill: (name) => {
        const running = livingProcessOf(join(service.dataDir, 'run', `${name}.pid`));
        if (!running) throw new Error(`no ${name} runs`);
        process.kill(running.pid, 'SIGKILL');
      },
      ends,
      lastWords: service.lastWords,
      discard,
    };
  } catch (error) {
    await discard();
    throw error;
  }
}
