import type { StreamType } from '@pps/event-store';
import { session, type SessionState } from './session.decider';
import type { SessionFact } from './session.events';

/** `session-<sessionId>`: a person's session, named by the `sid` of its tokens; looked at on every call, so that its end holds at once on every process. */
export const sessionStream: StreamType<SessionState, SessionFact> = {
  category: 'session',
  decider: session,
  facts: {
    SessionStarted: 1,
    SessionEnded: 1,
  },
};
