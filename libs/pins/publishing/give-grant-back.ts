import type { PinState } from '../pin/pin.state';
import { pinStream } from '../pin/pin.stream';
import { isObsolete } from './is-obsolete';
import type { PublishingDeps } from './publishing-deps';

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
