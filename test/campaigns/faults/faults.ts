import type { FaultInstallation, Needs } from './fault-installation';
import type { Bucket } from './over-issue';

export interface Fault {
  readonly name: string;
  readonly needs?: Needs;
  /** Absent: as many tokens as the pins need. */
  readonly bucket?: Bucket;
  begin(service: FaultInstallation): Promise<void>;
  /** Absent where the fault ends as soon as it has begun. */
  end?(service: FaultInstallation): Promise<void>;
}

const clockStep = (name: string, seconds: number): Fault => ({
  name,
  needs: { clock: true },
  // Empty when the clock is set, so that a token too many shows.
  bucket: { capacity: 10, refillPerSecond: 2 },
  begin: async ({ clock }) => clock?.step(seconds),
});

export const faults: readonly Fault[] = [
  {
    name: 'postgres-stopped',
    begin: ({ parts }) => parts.postgres.stop(),
    end: async ({ parts }) => void (await parts.postgres.start()),
  },
  {
    name: 'event-store-stopped',
    begin: ({ parts }) => parts.eventStore.stop(),
    end: async ({ parts }) => void (await parts.eventStore.start()),
  },
  {
    name: 'nats-wiped',
    begin: async ({ parts: { nats } }) => {
      await nats.stop();
      nats.wipe();
    },
    end: async ({ parts }) => void (await parts.nats.start()),
  },
  { name: 'worker-killed', begin: async ({ kill }) => kill('worker') },
  { name: 'projector-killed', begin: async ({ kill }) => kill('projector') },
  { name: 'orchestrator-killed', begin: async ({ kill }) => kill('orchestrator') },
  clockStep('clock-5-min-ahead', 300),
  clockStep('clock-5-min-back', -300),
  {
    name: 'disk-full',
    needs: { disk: true },
    begin: async ({ disk }) => disk?.fill(),
    end: async ({ disk }) => disk?.free(),
  },
];

/** The fault of that name; throws and names them all when there is none. */
export function faultNamed(name: string): Fault {
  const found = faults.find((fault) => fault.name === name);
  if (!found) throw new Error(`there is no fault ${name}; there are: ${faults.map((fault) => fault.name).join(', ')}`);
  return found;
}
