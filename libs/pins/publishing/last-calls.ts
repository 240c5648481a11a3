import { mapLimited, type Pause } from '@pps/concurrency';
import type { Streams } from '@pps/event-store';
import type { ClaimedGrant, GrantOwner } from '../pacing/publish-grants.store';
import { pinStream } from '../pin/pin.stream';
import type { PinState } from '../pin/pin.state';
import { isObsolete } from './append-outcome';
import type { PublishingDeps } from './publishing-deps';

export interface LastCallsDeps {
  /** Closes those of these grants that nobody has claimed, and gives those that were claimed within so many milliseconds. */
  readonly closeGrants: (owner: GrantOwner, claimedWithinMs: number) => Promise<readonly ClaimedGrant[]>;
  readonly streams: Pick<Streams, 'load'>;
  readonly pause: Pause;
  readonly monotonic: () => number;
}

const loadedAtOnce = 10;
const lookAgainAfterMs = 25;
/** Much longer than a claimed grant may wait for its call to begin, and than most calls take; nobody is kept waiting for a platform that hangs. */
const patienceMs = 2_000;
const callWithinMs = 10_000;

/**
 * Resolves when no call for these pins begins any more by an attempt that looked before: for whoever is about to be told that nothing goes out, once the
 * log says so. An attempt that has not claimed its grant gets no token; for one that has, its outcome is waited for, 2 s at most: by then its call has begun.
 */
export async function awaitLastCalls(deps: LastCallsDeps, owner: GrantOwner): Promise<void> {
  const until = deps.monotonic() + patienceMs;
  for (let open = await deps.closeGrants(owner, callWithinMs); ;) {
    open = await stillOpen(deps, open);
    if (open.length === 0 || deps.monotonic() >= until) return;
    await deps.pause(lookAgainAfterMs);
  }
}

async function stillOpen({ streams }: LastCallsDeps, grants: readonly ClaimedGrant[]): Promise<readonly ClaimedGrant[]> {
  const isOpen = await mapLimited(loadedAtOnce, grants, async ({ pinId, attempt }) => {
    const { state } = await streams.load(pinStream, pinId);
    return state.kind === 'pin' && state.phase === 'attempting' && state.attempt === attempt;
  });
  return grants.filter((_, index) => isOpen[index]);
}

/** Drops a grant that no attempt is going to use; one of an attempt that is under way is that attempt's, whose worker claims or closes it. */
export async function giveGrantBack(
  deps: Pick<PublishingDeps, 'streams' | 'presentEpoch' | 'dropGrant'>,
  pinId: string,
  attempt: number,
): Promise<void> {
  const { state } = await deps.streams.load(pinStream, pinId);
  if (isUnderWay(state, attempt) && !(await isObsolete(deps, state))) return;
  await deps.dropGrant(pinId, attempt);
}

type PinUnderWay = Extract<PinState, { kind: 'pin' }>;

/** Whether the attempt of this number, or the upload, has started and not ended. */
function isUnderWay(state: PinState, attempt: number): state is PinUnderWay {
  if (state.kind !== 'pin') return false;
  if (state.phase === 'attempting') return state.attempt === attempt;
  return state.phase === 'preparing_media' && state.media.step === 'uploading' && state.media.attempt === attempt;
}
