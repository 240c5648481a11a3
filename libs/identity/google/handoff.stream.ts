import type { StreamType } from '@pps/event-store';
import { handoff, type HandoffState } from './handoff.decider';
import type { HandoffFact } from './handoff.events';

/** `handoff-<handoffId>`: one sign-in through Google. Its `state` can be used once, and its token exchanged once. */
export const handoffStream: StreamType<HandoffState, HandoffFact> = {
  category: 'handoff',
  decider: handoff,
  facts: {
    SignInReturned: 1,
    HandoffIssued: 1,
    HandoffUsed: 1,
  },
};
