import { forAsLongAs, retry } from '@pps/concurrency';
import { StoreUnavailable, type Origin } from '@pps/event-store';
import type { PinFact } from '../pin/pin.events';
import type { PinDetails, PinState } from '../pin/pin.state';
import { pinStream } from '../pin/pin.stream';
import type { PublishingDeps } from './publishing-deps';
import type { PresentEpoch } from '@pps/workspaces/events';

const recordForMs = 60_000;
const everyMs = 500;

/** Retries for a minute; after that the attempt ends by its deadline, with an unknown outcome. */
export async function appendOutcome(
  deps: PublishingDeps,
  pin: PinDetails,
  decide: (state: PinState, at: string) => readonly PinFact[],
): Promise<void> {
  const append = async () => {
    if (await isObsolete(deps, pin)) return;
    const at = deps.clock();
    await deps.streams.decide(pinStream, pin.pinId, originOf(pin, at), (state) => decide(state, at.toISOString()));
  };
  await retryRecording(append);
}

/** Retries what records an outcome while the store is unavailable, for a minute. */
export const retryRecording = <T>(record: () => Promise<T>): Promise<T> =>
  retry(record, {
    waitMs: forAsLongAs(recordForMs, everyMs),
    isTransient: (error) => error instanceof StoreUnavailable,
  });

/** Whether since the pin was queued its sandbox was reset, or its workspace forgotten: nothing more is done for it, and nothing recorded. */
export async function isObsolete({ presentEpoch }: { readonly presentEpoch: PresentEpoch }, pin: PinDetails): Promise<boolean> {
  return !(await presentEpoch(pin));
}

/** Metadata of what publishing finds out about a pin. */
export const originOf = (pin: PinDetails, at: Date): Origin => ({
  organizationId: pin.organizationId,
  projectId: pin.projectId,
  epoch: pin.epoch,
  actor: { type: 'system', id: 'publishing' },
  correlationId: pin.pinId,
  occurredAt: at.toISOString(),
});
