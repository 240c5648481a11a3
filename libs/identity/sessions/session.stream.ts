import { NotFound, type Fact } from '@pps/kernel';
import type { StreamType } from '@pps/event-store';

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

export type UserSession = { readonly kind: 'started'; readonly endedAt: string | null } & SessionStarted['data'];

export type SessionState = { readonly kind: 'none' } | UserSession;

function evolve(state: SessionState, fact: SessionFact): SessionState {
  if (fact.type === 'SessionStarted') return { kind: 'started', ...fact.data, endedAt: null };
  return state.kind === 'none' ? state : { ...state, endedAt: fact.data.endedAt };
}

/** Whether the session is the user's and neither ended nor past its time at `at`. */
export const isSessionOpen = (state: SessionState, userId: string, at: string): state is UserSession =>
  state.kind === 'started' && state.userId === userId && state.endedAt === null && at < state.expiresAt;

/** Silent for a session that exists. */
export function decideStartSession(command: SessionStarted['data'], state: SessionState): readonly SessionFact[] {
  return state.kind === 'none' ? [{ type: 'SessionStarted', data: command }] : [];
}

/** Silent when it has ended. Throws `NotFound`, also for another user's session, so that nobody learns that it exists. */
export function decideEndSession(userId: string, at: string, state: SessionState): readonly SessionFact[] {
  if (state.kind === 'none' || state.userId !== userId) throw new NotFound('Session', 'Choose a session of GET /v1/auth/sessions.');
  return state.endedAt === null ? [{ type: 'SessionEnded', data: { sessionId: state.sessionId, endedAt: at } }] : [];
}

/** `session-<sessionId>`: a person's session, named by the `sid` of its tokens; looked at on every call, so that its end holds at once on every process. */
export const sessionStream: StreamType<SessionState, SessionFact> = {
  category: 'session',
  decider: { initial: { kind: 'none' }, evolve },
  facts: {
    SessionStarted: 1,
    SessionEnded: 1,
  },
};
