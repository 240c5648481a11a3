import type { Actor, Streams } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import type { Database } from '@pps/read-store';
import { pinStream } from '../pin/pin.stream';
import { originOf } from '../publishing/append-outcome';
import { endWait } from '../publishing/publishing.decider';
import { findRateLimitedPins, unparkAccount } from './parked-accounts.store';

export interface EndedWaits {
  readonly wasParked: boolean;
  /** Pins that had been put off and may start now. */
  readonly pins: number;
}

/** Ends what the platform made an account wait: its bucket lets calls out again, and its pins that were put off are due now. */
export async function endWaits(
  { db, streams, clock }: { readonly db: Database; readonly streams: Streams; readonly clock: Clock },
  accountId: string,
  actor: Actor,
): Promise<EndedWaits> {
  const wasParked = await unparkAccount(db, accountId);
  let pins = 0;
  for (const pinId of await findRateLimitedPins(db, accountId)) {
    const { state: pin } = await streams.load(pinStream, pinId);
    const now = clock();
    if (pin.kind !== 'pin') continue;
    const command = { at: now.toISOString(), message: 'An operator ended the wait.' };
    const { facts } = await streams.decide(pinStream, pinId, { ...originOf(pin, now), actor }, (state) => endWait(command, state));
    pins += facts.length;
  }
  return { wasParked, pins };
}
