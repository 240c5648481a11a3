import type { StreamType } from '@pps/event-store';
import { Rejected, type Fact } from '@pps/kernel';

/** The user requested the events of a period again: those from `fromRevision` up to `endRevision` (exclusive) of the webhook's outbox whose time lies in the period. */
export type WebhookReplayRequested = Fact<
  'WebhookReplayRequested',
  {
    readonly webhookId: string;
    readonly replayId: string;
    readonly since: string;
    readonly until: string;
    readonly fromRevision: number;
    readonly endRevision: number;
    /** How many these are; absent in older facts: all between the revisions. */
    readonly events?: number;
    readonly at: string;
  }
>;
/** The deliveries before `nextRevision` are due again. */
export type WebhookReplayProgressed = Fact<
  'WebhookReplayProgressed',
  { readonly replayId: string; readonly nextRevision: number; readonly at: string }
>;
/** All deliveries of the replay are due again, or the webhook ended. */
export type WebhookReplayCompleted = Fact<'WebhookReplayCompleted', { readonly replayId: string; readonly at: string }>;

/** The user canceled the replay; what it had made due stays due. */
export type WebhookReplayCanceled = Fact<'WebhookReplayCanceled', { readonly replayId: string; readonly at: string }>;

export type ReplayFact = WebhookReplayRequested | WebhookReplayProgressed | WebhookReplayCompleted | WebhookReplayCanceled;

export type ReplayState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running';
      readonly replayId: string;
      readonly nextRevision: number;
      readonly endRevision: number;
      /** The period; events of other times stand among those of it. */
      readonly since: string;
      readonly until: string;
    };

function evolve(state: ReplayState, fact: ReplayFact): ReplayState {
  switch (fact.type) {
    case 'WebhookReplayRequested': {
      const { replayId, fromRevision, endRevision, since, until } = fact.data;
      return { kind: 'running', replayId, nextRevision: fromRevision, endRevision, since, until };
    }
    case 'WebhookReplayProgressed':
      return state.kind === 'running' ? { ...state, nextRevision: fact.data.nextRevision } : state;
    case 'WebhookReplayCompleted':
    case 'WebhookReplayCanceled':
      return { kind: 'idle' };
  }
}

/** Begins a replay, and completes it where its period holds no event. Throws `Rejected('conflict')` while another one of the webhook runs. */
export function decideReplay(requested: WebhookReplayRequested['data'], state: ReplayState): ReplayFact[] {
  if (state.kind === 'running' && state.replayId !== requested.replayId) {
    throw new Rejected(
      'conflict',
      'A replay of this webhook is still running',
      { replay_id: state.replayId },
      { remediation: 'Wait until it has ended: GET /v1/webhooks/{webhook_id}/replays/{replay_id}.' },
    );
  }
  if (state.kind === 'running') return [];
  const { replayId, fromRevision, endRevision, at } = requested;
  const completed: ReplayFact[] = endRevision > fromRevision ? [] : [{ type: 'WebhookReplayCompleted', data: { replayId, at } }];
  return [{ type: 'WebhookReplayRequested', data: requested }, ...completed];
}

/** Ends a running replay; silent for one that does not run any more. */
export function decideReplayCancellation(
  { replayId, at }: { readonly replayId: string; readonly at: string },
  state: ReplayState,
): ReplayFact[] {
  if (state.kind !== 'running' || state.replayId !== replayId) return [];
  return [{ type: 'WebhookReplayCanceled', data: { replayId, at } }];
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

/** `webhook_replay-<webhookId>`: the replays of a webhook, one at a time, and how far the running one has come. */
export const replayStream: StreamType<ReplayState, ReplayFact> = {
  category: 'webhook_replay',
  decider: { initial: { kind: 'idle' }, evolve },
  snapshot: { version: 3, every: 200 },
  facts: {
    WebhookReplayRequested: 1,
    WebhookReplayProgressed: 1,
    WebhookReplayCompleted: 1,
    WebhookReplayCanceled: 1,
  },
};
