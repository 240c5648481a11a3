import type { Fact } from '@pps/kernel';

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
