import type { Streams } from '@pps/event-store';
import { refuseForeignOwner, type Principal } from '@pps/identity';
import { NotFound, Rejected } from '@pps/kernel';
import { pinStream, type Pin } from '@pps/pins/events';
import { requireBoard, type PinCheckDeps } from '../create-pin/pin-checks';

export interface PresentPinDeps {
  readonly streams: Pick<Streams, 'load'>;
}

/** Checks a board, which may ask the platform, once however often the change is tried. */
export type BoardCheck = (accountId: string, boardId: string) => Promise<void>;

// As many clients may change one pin at once: each round lets at least one of them through.
const triesAtMost = 20;

/**
 * Changes a pin as it stands in the log. `change` checks this state and appends at this revision; where something else came first it is asked again,
 * with the state that this left: what was checked holds for what is decided on. Throws what `change` throws, `NotFound`,
 * `Rejected('account_not_permitted')`, and `Rejected('conflict')` after 20 other changes in a row.
 */
export async function changePresentPin<T>(
  deps: PresentPinDeps & Pick<PinCheckDeps, 'boards' | 'reconnection'>,
  principal: Principal,
  pinId: string,
  change: (pin: Pin, revision: number, requireBoard: BoardCheck) => Promise<T>,
): Promise<T> {
  const checked = new Set<string>();
  const check: BoardCheck = async (accountId, boardId) => {
    const asked = `${accountId} ${boardId}`;
    if (!checked.has(asked)) await requireBoard(deps, principal, accountId, boardId);
    checked.add(asked);
  };
  for (let tries = 1; tries <= triesAtMost; tries++) {
    const { state, revision } = await deps.streams.load(pinStream, pinId);
    if (state.kind !== 'pin') throw new NotFound('Pin');
    refuseForeignOwner(principal, state.accountId);
    try {
      return await change(state, revision, check);
    } catch (error) {
      if (!(error instanceof Error && error.name === 'WrongRevision')) throw error;
    }
  }
  throw new Rejected('conflict', 'The pin was changed by others at the same time.', { pin_id: pinId });
}
