import { Injectable } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import type { Pin } from '@pps/pins/events';
import { checkInput, failureOf, type Failure } from '@pps/runtime';
import { CreatePinDto } from './create-pin.dto';
import { accountsOf, keyIn, repeatsOf, type Judged } from './judged-items';
import { PinQueueing, type Place, type Unit } from './pin-queueing';
import { pinRequestOf, type PinRequest } from './pin-request';
import { PublishChecks, type Quota, type Subscription } from './publish-checks';
import { RacingRepeats } from './racing-repeats';

export type BatchItem =
  | { readonly status: 'created' | 'existing'; readonly key: string | null; readonly pin: Pin }
  | { readonly status: 'failed'; readonly key: string | null; readonly failure: Failure };

export interface BatchTaken {
  readonly items: readonly BatchItem[];
  readonly quota: Quota;
  /** Accounts of the project that the items name. */
  readonly accounts: readonly string[];
}

type Consumed = Quota & { readonly units: readonly Unit[] };

const source = 'batch';
// The platform may take 8 s to say nothing of a board: a hundred boards one after another would outlast every client.
const judgedAtOnce = 20;

/** Takes many pins in: each is judged by itself, but the quota covers all new ones or the whole is refused. */
@Injectable()
export class BatchIntake {
  constructor(
    private readonly checks: PublishChecks,
    private readonly queueing: PinQueueing,
    private readonly racing: RacingRepeats,
  ) {}

  /** Throws `Rejected('billing_inactive')` or `Rejected('quota_exceeded')` for the whole, after `onRefusal`; nothing was queued then. */
  async take(
    principal: Principal,
    bodies: readonly unknown[],
    onRefusal: (accounts: readonly string[]) => Promise<void>,
  ): Promise<BatchTaken> {
    let accounts: readonly string[] = [];
    try {
      return await this.racing.settle(principal, async (now, name) => {
        const taken = await this.takeAsOf(now, bodies, (judged) => {
          accounts = accountsOf(judged);
          name(judged.flatMap((item) => (item.kind === 'new' && item.place.request.idempotencyKey !== null ? [item.place.pinId] : [])));
        });
        return { ...taken, accounts };
      });
    } catch (error) {
      if (error instanceof Rejected) await onRefusal(accounts);
      throw error;
    }
  }

  private async takeAsOf(principal: Principal, bodies: readonly unknown[], onJudged: (judged: readonly Judged[]) => void) {
    const subscription = await this.checks.subscription(principal);
    const judged = repeatsOf(await this.judgeAll(principal, subscription, bodies));
    onJudged(judged);
    const fresh = judged.flatMap((item) => (item.kind === 'new' ? [item.place] : []));
    const quota = await this.consume(principal, subscription, fresh);
    const outcomes = await Promise.all(judged.map((item) => this.settle(principal, item, fresh, quota)));
    const items = judged.map((item, index) => (item.kind === 'again' ? repeated(outcomes[item.first]) : outcomes[index])).map(certain);
    // Somebody else was first with the same key, or the pin could not be queued: such units are given back.
    const givenBack = judged.filter((item, index) => item.kind === 'new' && outcomes[index]?.status !== 'created').length;
    return { items, quota: { limit: quota.limit, used: quota.used - givenBack } };
  }

  private async judgeAll(principal: Principal, subscription: Subscription, bodies: readonly unknown[]): Promise<Judged[]> {
    const judged: Judged[] = [];
    while (judged.length < bodies.length) {
      const first = judged.length;
      const some = bodies.slice(first, first + judgedAtOnce);
      judged.push(...(await Promise.all(some.map((body, n) => this.judge(principal, subscription, body, first + n)))));
    }
    return judged;
  }

  private async judge(principal: Principal, subscription: Subscription, body: unknown, index: number): Promise<Judged> {
    let key = keyIn(body);
    let accountId: string | null = null;
    try {
      const request = await this.requestOf(body, index);
      key = request.idempotencyKey;
      await this.checks.requireAccount(principal, request.accountId);
      accountId = request.accountId;
      const place = { pinId: this.queueing.pinIdOf(principal, request), request };
      const pin = await this.queueing.repeatOf(principal, place);
      if (pin) return { kind: 'existing', place, pin };
      this.checks.requireFeature(request.content, subscription);
      if (subscription.mayPublish) {
        await this.checks.requireMedia(principal, request.content, ['body', 'pins', index]);
        await this.checks.requireBoard(principal, request.accountId, request.boardId);
      }
      return { kind: 'new', place };
    } catch (error) {
      return { kind: 'failed', key, accountId, error };
    }
  }

  private async requestOf(body: unknown, index: number): Promise<PinRequest> {
    const dto = await checkInput(CreatePinDto, body, { loc: ['body', 'pins', index], unknownFields: 'refuse' });
    return pinRequestOf(dto, undefined, ['body', 'pins', index]);
  }

  private async consume(principal: Principal, subscription: Subscription, fresh: readonly Place[]) {
    if (fresh.length === 0) return { units: [], ...(await this.checks.quotaOf(principal)) };
    this.checks.requireBilling(subscription);
    const limit = subscription.terms.quotaPinsMonthly;
    return this.queueing.consumeAll(
      principal,
      fresh.map(({ pinId }) => pinId),
      limit,
      source,
    );
  }

  private async settle(principal: Principal, item: Judged, fresh: readonly Place[], { units, limit }: Consumed) {
    if (item.kind === 'failed') return failed(item.key, item.error);
    const key = item.place.request.idempotencyKey;
    if (item.kind === 'existing') return { status: 'existing' as const, key, pin: item.pin };
    if (item.kind === 'again') return undefined;
    const unit = units[fresh.indexOf(item.place)];
    if (!unit) throw new Error('a new pin of the batch has no unit of quota');
    try {
      const { pin, replayed } = await this.queueing.queueWith(principal, item.place, unit, limit, source);
      return { status: replayed ? ('existing' as const) : ('created' as const), key, pin };
    } catch (error) {
      return failed(key, error);
    }
  }
}

const failed = (key: string | null, error: unknown): BatchItem => ({ status: 'failed', key, failure: failureOf(error) });

const repeated = (first: BatchItem | undefined): BatchItem | undefined =>
  first?.status === 'created' ? { ...first, status: 'existing' } : first;

function certain(item: BatchItem | undefined): BatchItem {
  if (!item) throw new Error('an item of the batch has no outcome');
  return item;
}
