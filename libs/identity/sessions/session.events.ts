import type { Fact } from '@pps/kernel';

/** A person signed in: with a password, by registering, or through Google. */
export type SessionStarted = Fact<
  'SessionStarted',
  {
    readonly sessionId: string;
    readonly userId: string;
    readonly organizationId: string;
    /** The user's session generation then: what ends all sessions of a user raises it. */
    readonly generation: number;
    /** In the vault: what the client said it is (`User-Agent`); null when it said nothing. */
    readonly userAgentRef: string | null;
    readonly startedAt: string;
    /** The session ends then at the latest, however often its token is renewed. */
    readonly expiresAt: string;
  }
>;

/** The session ended before its time: by logging out, or from the list of sessions. */
export type SessionEnded = Fact<'SessionEnded', { readonly sessionId: string; readonly endedAt: string }>;

export type SessionFact = SessionStarted | SessionEnded;
