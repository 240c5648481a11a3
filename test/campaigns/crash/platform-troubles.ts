import { send } from '../../../apps/simulators/testing';
import { seededRandom } from '@pps/kernel/testing';

export interface Troubles {
  /** A new pin shows this much later in the listing of its board. */
  readonly listingLagMs: number;
  /** How long callers wait for an answer. */
  readonly callerTimeoutMs: number;
}

// Of a hundred creations: five lose their answer, some are refused or fail before or after they took effect, one outlasts its caller.
const shares: readonly (readonly [share: number, trouble: (troubles: Troubles) => object])[] = [
  [0.05, () => ({ drop_after_commit: true })],
  [0.02, () => ({ status: 429, headers: { 'retry-after': '1' } })],
  [0.01, () => ({ status: 503 })],
  [0.01, () => ({ status: 500, after_commit: true })],
  [0.01, () => ({ delay_ms: 500 })],
  [0.01, ({ callerTimeoutMs }) => ({ delay_ms: callerTimeoutMs + 400 })],
];
const parallel = 8;

/** Makes the simulator treat some of the pins badly once, so that kills meet attempts that are open or have an unknown outcome; which ones depends on the seed. */
export async function troublePlatform(platformUrl: string, titles: readonly string[], seed: number, troubles: Troubles): Promise<number> {
  await control(platformUrl, 'settings', { read_lag_ms: troubles.listingLagMs }, 200);
  const random = seededRandom(seed + 1);
  const faults = titles.flatMap((title) => {
    let left = random();
    const [, trouble] = shares.find(([share]) => (left -= share) < 0) ?? [];
    return trouble ? [{ operation: 'pins.create', title, times: 1, ...trouble(troubles) }] : [];
  });
  const waiting = [...faults];
  const one = async () => {
    for (let fault = waiting.shift(); fault; fault = waiting.shift()) await control(platformUrl, 'faults', fault, 201);
  };
  await Promise.all(Array.from({ length: parallel }, one));
  return faults.length;
}

async function control(platformUrl: string, what: string, body: object, wanted: number): Promise<void> {
  const { status } = await send('POST', `${platformUrl}/platform/_control/${what}`, body);
  if (status !== wanted) throw new Error(`the simulator answered ${status} to ${what}`);
}
