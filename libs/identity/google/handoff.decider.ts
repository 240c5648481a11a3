import { Rejected, type Decider } from '@pps/kernel';
import type { HandoffFact, HandoffIssued } from './handoff.events';

export type HandoffState =
  { readonly kind: 'none' } | { readonly kind: 'open'; readonly handoff: HandoffIssued['data'] } | { readonly kind: 'used' };

export const handoff: Decider<HandoffState, HandoffFact> = {
  initial: { kind: 'none' },
  evolve: (_, fact) => (fact.type === 'HandoffIssued' ? { kind: 'open', handoff: fact.data } : { kind: 'used' }),
};

/** One handoff per consent. Throws `Rejected('invalid_state')` when the consent's `state` was used before. */
export function issueHandoff(command: HandoffIssued['data'], state: HandoffState): readonly HandoffFact[] {
  if (state.kind !== 'none') throw invalidState();
  return [{ type: 'HandoffIssued', data: command }];
}

/** Uses the token up. Throws `Rejected('invalid_token')` when it is unknown, expired or used. */
export function redeemHandoff(command: { readonly tokenHash: string; readonly at: string }, state: HandoffState): readonly HandoffFact[] {
  openHandoff(command, state);
  return [{ type: 'HandoffUsed', data: { usedAt: command.at } }];
}

/** The handoff, when it may be used. Throws `Rejected('invalid_token')`. */
export function openHandoff(
  { tokenHash, at }: { readonly tokenHash: string; readonly at: string },
  state: HandoffState,
): HandoffIssued['data'] {
  if (state.kind !== 'open' || state.handoff.tokenHash !== tokenHash || state.handoff.expiresAt <= at) throw invalidHandoff();
  return state.handoff;
}

export const invalidState = (): Rejected => new Rejected('invalid_state', 'Invalid or expired sign-in state');
export const invalidHandoff = (): Rejected => new Rejected('invalid_token', 'Invalid or expired sign-in token');
