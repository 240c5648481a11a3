import type { Streams, LiveStates, Origin } from '@pps/event-store';
import { Command } from '@pps/kernel';
import { requireWebhook, webhookStream, type Owner } from '../subscriptions/webhook.stream';
import { decideReplayCancellation, replayStream } from './replay.stream';

export interface CancelReplayDeps {
  readonly streams: Pick<Streams, 'decide'>;
  readonly live: Pick<LiveStates, 'get'>;
}

export class CancelReplay extends Command<void> {
  constructor(
    readonly webhookId: string,
    readonly replayId: string,
    readonly owner: Owner,
    readonly origin: Origin,
  ) {
    super();
  }
}

/** Ends a running replay; deliveries that it has made due stay due. Silent for one that has ended. Throws `NotFound` when the webhook is not the owner's. */
export async function cancelReplay(
  { streams, live }: CancelReplayDeps,
  { webhookId, replayId, owner, origin }: CancelReplay,
): Promise<void> {
  const { state } = await live.get(webhookStream, webhookId);
  requireWebhook(state, owner);
  await streams.decide(replayStream, webhookId, origin, (replay) => decideReplayCancellation({ replayId, at: origin.occurredAt }, replay));
}
