import { Rejected, type Decider } from '@pps/kernel';
import type { ReplayFact, WebhookReplayRequested } from './replay.events';

export type ReplayState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running';
      readonly replayId: string;
      readonly nextRevision: number;
      readonly endRevision: number;
      readonly at: string;
    };

export const replay: Decider<ReplayState, ReplayFact> = { initial: { kind: 'idle' }, evolve };

/** Begins a replay. Throws `Rejected('conflict')` while another one of the webhook runs. */
export function requestReplay(requested: WebhookReplayRequested['data'], state: ReplayState): ReplayFact[] {
  if (state.kind === 'running' && state.replayId !== requested.replayId) {
    throw new Rejected('conflict', 'A replay of this webhook is still running', { replay_id: state.replayId });
  }
  return state.kind === 'running' ? [] : [{ type: 'WebhookReplayRequested', data: requested }];
}

/** Says how far a replay has come, and that it is complete when nothing is left; silent for one that does not run any more. */
export function advanceReplay(
  { replayId, nextRevision, at }: { readonly replayId: string; readonly nextRevision: number; readonly at: string },
  state: ReplayState,
): ReplayFact[] {
  if (state.kind !== 'running' || state.replayId !== replayId) return [];
  if (nextRevision >= state.endRevision) return [{ type: 'WebhookReplayCompleted', data: { replayId, at } }];
  return nextRevision > state.nextRevision ? [{ type: 'WebhookReplayProgressed', data: { replayId, nextRevision, at } }] : [];
}

function evolve(state: ReplayState, fact: ReplayFact): ReplayState {
  switch (fact.type) {
    case 'WebhookReplayRequested': {
      const { replayId, fromRevision, endRevision, at } = fact.data;
      return { kind: 'running', replayId, nextRevision: fromRevision, endRevision, at };
    }
    case 'WebhookReplayProgressed':
      return state.kind === 'running' ? { ...state, nextRevision: fact.data.nextRevision } : state;
    case 'WebhookReplayCompleted':
      return { kind: 'idle' };
  }
}
