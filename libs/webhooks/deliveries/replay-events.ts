import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, decode, EVENT_STORE, LiveStates, type EventStore, type Origin } from '@pps/event-store';
import { derivedId, newId } from '@pps/kernel';
import { requestRedelivery } from './delivery.decider';
import { deliveryStream } from './delivery.stream';
import type { WebhookDeliveryRequested } from '../outbox/outbox.events';
import { outboxStream } from '../outbox/outbox.stream';
import { requireWebhook, type Owner } from '../subscriptions/webhook.decider';
import { webhookStream } from '../subscriptions/webhook.stream';

/** Makes the deliveries of all events of a period due now, at most 90 days back; gives how many. Throws `NotFound`. */
export class ReplayEvents extends Command<number> {
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
const factsPerRead = 1_000;
const maxConcurrent = 8;

@CommandHandler(ReplayEvents)
export class ReplayEventsHandler implements ICommandHandler<ReplayEvents> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly live: LiveStates,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  async execute({ webhookId, since, until, owner, origin }: ReplayEvents): Promise<number> {
    const { state } = await this.live.get(webhookStream, webhookId);
    requireWebhook(state, owner);
    const oldest = Math.max(since.getTime(), Date.parse(origin.occurredAt) - maxAgeMs);
    const command = { trigger: 'replay', at: origin.occurredAt } as const;
    const replayId = newId();
    let queued = 0;
    for await (const page of this.pages(`${outboxStream.category}-${webhookId}`)) {
      const wanted = page.filter(({ occurredAt }) => Date.parse(occurredAt) >= oldest && Date.parse(occurredAt) < until.getTime());
      for (let next = 0; next < wanted.length; next += maxConcurrent) {
        const some = wanted.slice(next, next + maxConcurrent);
        const factId = (deliveryId: string) => () => derivedId('webhook replay', replayId, deliveryId);
        const run = ({ deliveryId }: WebhookDeliveryRequested['data']) =>
          this.runner.run(deliveryStream, deliveryId, origin, () => requestRedelivery(command), { factId: factId(deliveryId) });
        await Promise.all(some.map(run));
      }
      queued += wanted.length;
    }
    return queued;
  }

  private async *pages(stream: string): AsyncGenerator<WebhookDeliveryRequested['data'][]> {
    for (let from = 0; ; from += factsPerRead) {
      const facts = await this.store.read(stream, from, factsPerRead);
      if (facts.length > 0) yield facts.flatMap((fact) => decode(outboxStream, fact)?.data ?? []);
      if (facts.length < factsPerRead) return;
    }
  }
}
