import { Injectable } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import type { QueuedPin } from '@pps/pins';
import type { PinSource } from '@pps/pins/events';
import { KeyedTurns } from './keyed-turns';
import { PinQueueing, type Place } from './pin-queueing';
import type { PinRequest } from './pin-request';
import { PublishChecks, type Quota } from './publish-checks';
import { RacingRepeats } from './racing-repeats';

export interface Taken extends QueuedPin {
  readonly quota: Quota;
}

/** Takes one pin in, in the contract's order of checks; a refused call has changed nothing and costs nothing. */
@Injectable()
export class PinIntake {
  private readonly turns = new KeyedTurns();

  constructor(
    private readonly checks: PublishChecks,
    private readonly queueing: PinQueueing,
    private readonly racing: RacingRepeats,
  ) {}

  /** Queues the pin of a request whose account was required before; a repeat answers the pin as it is. */
  async take(principal: Principal, request: PinRequest, source: PinSource): Promise<Taken> {
    const place = { pinId: this.queueing.pinIdOf(principal, request), request };
    if (request.idempotencyKey === null) return this.takeNew(principal, place, source);
    return this.turns.take(place.pinId, () =>
      this.racing.settle(principal, async (now, name) => {
        const repeat = await this.queueing.repeatOf(now, place);
        if (repeat) return { pin: repeat, replayed: true, quota: await this.checks.quotaOf(now) };
        name([place.pinId]);
        return this.takeNew(now, place, source);
      }),
    );
  }

  private async takeNew(principal: Principal, place: Place, source: PinSource): Promise<Taken> {
    const { accountId, boardId, content } = place.request;
    const subscription = await this.checks.subscription(principal);
    this.checks.requireFeature(content, subscription);
    this.checks.requireBilling(subscription);
    await this.checks.requireMedia(principal, content);
    await this.checks.requireBoard(principal, accountId, boardId);
    const { limit, used, ...queued } = await this.queueing.takeAndQueue(principal, place, subscription.terms.quotaPinsMonthly, source);
    return { ...queued, quota: { limit, used } };
  }
}
