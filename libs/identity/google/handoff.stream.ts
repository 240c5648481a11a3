import { Rejected, type Fact } from '@pps/kernel';
import type { StreamType } from '@pps/event-store';

/** Somebody came back from Google with a code, which is exchanged next: the `state` that he came back with is used up, whatever comes of it. */
export type SignInReturned = Fact<'SignInReturned', { readonly returnedAt: string }>;

/** Google said who came back; a token, known to his browser alone, is to be exchanged for a session. */
export type HandoffIssued = Fact<
  'HandoffIssued',
  {
    readonly handoffId: string;
    readonly userId: string;
    /** Whether this sign-in made the account. */
    readonly isNewUser: boolean;
    /** Hash of the cookie of the browser that began the sign-in; the token works only there. Absent in facts of the releases before. */
    readonly browser?: string;
    /** SHA-256 of the token. */
    readonly tokenHash: string;
    readonly issuedAt: string;
    readonly expiresAt: string;
  }
>;

/** The token was exchanged: it is used up. */
export type HandoffUsed = Fact<'HandoffUsed', { readonly usedAt: string }>;

export type HandoffFact = SignInReturned | HandoffIssued | HandoffUsed;

export type HandoffState =
  | { readonly kind: 'none' }
  | { readonly kind: 'returned' }
  | { readonly kind: 'open'; readonly handoff: HandoffIssued['data'] }
  | { readonly kind: 'used' };

function evolve(_: HandoffState, fact: HandoffFact): HandoffState {
  switch (fact.type) {
    case 'SignInReturned':
      return { kind: 'returned' };
    case 'HandoffIssued':
      return { kind: 'open', handoff: fact.data };
    case 'HandoffUsed':
      return { kind: 'used' };
  }
}

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

/** Who comes back to end a sign-in. */
export interface ReturningBrowser {
  /** SHA-256 (base64url) of the cookie that the browser got when the sign-in started; null when it sent none. */
  readonly browser: string | null;
  /** Whether the caller is certainly a browser, which would have sent the cookie. */
  readonly isBrowser: boolean;
}

/**
 * Whether the caller may be the browser with this hash. Prevents login CSRF: an attacker could otherwise send a victim the end of the attacker's own
 * sign-in, and the victim would work in the attacker's account.
 */
export const isSameBrowser = ({ browser, isBrowser }: ReturningBrowser, expected: string): boolean =>
  browser === null ? !isBrowser : browser === expected;

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

/** `handoff-<handoffId>`: one sign-in through Google. Its `state` can be used once, and its token exchanged once. */
export const handoffStream: StreamType<HandoffState, HandoffFact> = {
  category: 'handoff',
  decider: { initial: { kind: 'none' }, evolve },
  facts: {
    SignInReturned: 1,
    HandoffIssued: 1,
    HandoffUsed: 1,
  },
};
