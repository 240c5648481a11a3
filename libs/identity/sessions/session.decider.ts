import { NotFound, type Decider } from '@pps/kernel';
import type { SessionFact, SessionStarted } from './session.events';

export type UserSession = { readonly kind: 'started'; readonly endedAt: string | null } & SessionStarted['data'];

export type SessionState = { readonly kind: 'none' } | UserSession;

export const session: Decider<SessionState, SessionFact> = { initial: { kind: 'none' }, evolve };

/** Silent for a session that exists. */
export function decideStartSession(command: SessionStarted['data'], state: SessionState): readonly SessionFact[] {
  return state.kind === 'none' ? [{ type: 'SessionStarted', data: command }] : [];
}

/** Silent when it has ended. Throws `NotFound`, also for another user's session, so that nobody learns that it exists. */
export function decideEndSession(userId: string, at: string, state: SessionState): readonly SessionFact[] {
  if (state.kind === 'none' || state.userId !== userId) throw new NotFound('Session', 'Choose a session of GET /v1/auth/sessions.');
  return state.endedAt === null ? [{ type: 'SessionEnded', data: { sessionId: state.sessionId, endedAt: at } }] : [];
}

/** Whether the session is the user's and neither ended nor past its time at `at`. */
export const isSessionOpen = (state: SessionState, userId: string, at: string): state is UserSession =>
  state.kind === 'started' && state.userId === userId && state.endedAt === null && at < state.expiresAt;

function evolve(state: SessionState, fact: SessionFact): SessionState {
  if (fact.type === 'SessionStarted') return { kind: 'started', ...fact.data, endedAt: null };
  return state.kind === 'none' ? state : { ...state, endedAt: fact.data.endedAt };
}
