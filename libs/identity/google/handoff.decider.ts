import { Rejected, type Decider } from '@pps/kernel';
import { isSameBrowser, type ReturningBrowser } from './returning-browser';
import type { HandoffFact, HandoffIssued } from './handoff.events';

export type HandoffState =
  | { readonly kind: 'none' }
  | { readonly kind: 'returned' }
  | { readonly kind: 'open'; readonly handoff: HandoffIssued['data'] }
  | { readonly kind: 'used' };

export const handoff: Decider<HandoffState, HandoffFact> = {
  initial: { kind: 'none' },
  evolve: (_, fact) => {
    switch (fact.type) {
      case 'SignInReturned':
        return { kind: 'returned' };
      case 'HandoffIssued':
        return { kind: 'open', handoff: fact.data };
      case 'HandoffUsed':
        return { kind: 'used' };
    }
  },
};

/** Uses a consent's `state` up, before its code costs a call of the provider. Throws `Rejected('invalid_state')` when it was used before. */
export function returnFromSignIn(at: string, state: HandoffState): readonly HandoffFact[] {
  if (state.kind !== 'none') throw invalidState();
  return [{ type: 'SignInReturned', data: { returnedAt: at } }];
}

/** One handoff per consent. Throws `Rejected('invalid_state')` for a second one. */
export function issueHandoff(command: HandoffIssued['data'], state: HandoffState): readonly HandoffFact[] {
  if (state.kind !== 'returned') throw invalidState();
  return [{ type: 'HandoffIssued', data: command }];
}

export interface Redemption {
  readonly tokenHash: string;
  readonly from: ReturningBrowser;
  readonly at: string;
}

/** Uses the token up. Throws `Rejected('invalid_token')` when it is unknown, expired, used, or of another browser. */
export function decideRedeemHandoff(command: Redemption, state: HandoffState): readonly HandoffFact[] {
  openHandoff(command, state);
  return [{ type: 'HandoffUsed', data: { usedAt: command.at } }];
}

/** The handoff, when it may be used. Throws `Rejected('invalid_token')`. */
export function openHandoff({ tokenHash, from, at }: Redemption, state: HandoffState): HandoffIssued['data'] {
  if (state.kind !== 'open' || state.handoff.tokenHash !== tokenHash || state.handoff.expiresAt <= at) throw invalidHandoff();
  if (state.handoff.browser !== undefined && !isSameBrowser(from, state.handoff.browser)) throw invalidHandoff();
  return state.handoff;
}

export const invalidState = (): Rejected =>
  new Rejected(
    'invalid_state',
    'Invalid or expired sign-in state',
    {},
    { remediation: 'Start the sign-in again at GET /v1/auth/google/login.' },
  );
export const invalidHandoff = (): Rejected =>
  new Rejected(
    'invalid_token',
    'Invalid or expired sign-in token',
    {},
    { remediation: 'Start the sign-in again at GET /v1/auth/google/login.' },
  );
