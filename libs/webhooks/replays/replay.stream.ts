import type { StreamType } from '@pps/event-store';
import { replay, type ReplayState } from './replay.decider';
import type { ReplayFact } from './replay.events';

/** `webhook_replay-<webhookId>`: the replays of a webhook, one at a time, and how far the running one has come. */
export const replayStream: StreamType<ReplayState, ReplayFact> = {
  category: 'webhook_replay',
  decider: replay,
  snapshot: { version: 3, every: 200 },
  facts: {
    WebhookReplayRequested: 1,
    WebhookReplayProgressed: 1,
    WebhookReplayCompleted: 1,
    WebhookReplayCanceled: 1,
  },
};
