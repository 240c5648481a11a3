import type { Streams, EventStore, LiveStates, Origin } from '@pps/event-store';
import { Command, newId } from '@pps/kernel';
import { decideReplay, replayStream } from './replay.stream';
import { findPeriod } from './find-period';
import { outboxStream } from '../outbox/outbox.stream';
import { requireWebhook, webhookStream, type Owner } from '../subscriptions/webhook.stream';

export interface RequestReplayDeps {
  readonly streams: Pick<Streams, 'decide'>;
  readonly live: Pick<LiveStates, 'get'>;
  readonly store: EventStore;
}

export interface RequestedReplay {
  readonly replayId: string;
  /** Events of the period. */
  readonly count: number;
}

export class RequestReplay extends Command<RequestedReplay> {
  constructor(
    readonly webhookId: string,
    readonly since: Date,
    readonly until: Date,
    readonly owner: Owner,
    readonly origin: Origin,
  ) {
    super();
  }
}

const maxAgeMs = 90 * 86_400_000;

/**
 * Begins to make the deliveries of all events of a period due again, at most 90 days back; the orchestrator works it off. Throws `NotFound`, and
 * `Rejected('conflict')` while a replay of the webhook runs.
 */
export async function requestReplay(
  { streams, live, store }: RequestReplayDeps,
  { webhookId, since, until, owner, origin }: RequestReplay,
): Promise<RequestedReplay> {
  const { state } = await live.get(webhookStream, webhookId);
  const { accountsSince } = requireWebhook(state, owner);
  // Before, the webhook was sent events of other accounts, which are not the asker's to send again.
  const permitted = owner.accountIds ? Date.parse(accountsSince) : 0;
  const oldest = new Date(Math.max(since.getTime(), Date.parse(origin.occurredAt) - maxAgeMs, permitted));
  const outbox = `${outboxStream.category}-${webhookId}`;
  const { fromRevision, endRevision, count } = await findPeriod(store, outbox, oldest, until);
  const replayId = newId();
  const requested = {
    webhookId,
    replayId,
    since: oldest.toISOString(),
    until: until.toISOString(),
    fromRevision,
    endRevision,
    events: count,
    at: origin.occurredAt,
  };
  await streams.decide(replayStream, webhookId, origin, (present) => decideReplay(requested, present));
  return { replayId, count };
}
