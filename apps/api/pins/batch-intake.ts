import { Injectable } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import type { Pin } from '@pps/pins/events';
import { checkInput, failureOf, type Failure } from '@pps/runtime';
import { CreatePinDto } from './create-pin.dto';
import { PinQueueing, type Place, type Unit } from './pin-queueing';
import { pinRequestOf, type PinRequest } from './pin-request';
import { PublishChecks, type Quota, type Subscription } from './publish-checks';

export type BatchItem =
  | { readonly status: 'created' | 'existing'; readonly key: string | null; readonly pin: Pin }
  | { readonly status: 'failed'; readonly key: string | null; readonly failure: Failure };

export interface BatchTaken {
  readonly items: readonly BatchItem[];
  readonly quota: Quota;
  /** Of the first item that names one of the project's accounts; the only one, or not. */
  readonly accounts: readonly string[];
}

type Judged =
  | { readonly kind: 'new'; readonly place: Place }
  | { readonly kind: 'existing'; readonly place: Place; readonly pin: Pin }
  | { readonly kind: 'again'; readonly place: Place; readonly first: number }
  | { readonly kind: 'failed'; readonly key: string | null; readonly accountId: string | null; readonly error: unknown };

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
  ) {}

  /** Throws `Rejected('billing_inactive')` or `Rejected('quota_exceeded')` for the whole, after `onRefusal`; nothing was queued then. */
  async take(principal: Principal, bodies: readonly unknown[], onRefusal: (quota: Quota) => void): Promise<BatchTaken> {
    const subscription = await this.checks.subscription(principal);
    const judged = repeatsOf(await this.judgeAll(principal, subscription, bodies));
    const fresh = judged.flatMap((item) => (item.kind === 'new' ? [item.place] : []));
    const quota = await this.consume(principal, subscription, fresh).catch(async (error: unknown) => {
      if (error instanceof Rejected) onRefusal(await this.checks.quotaOf(principal));
      throw error;
    });
    const outcomes = await Promise.all(judged.map((item) => this.settle(principal, item, fresh, quota)));
    const items = judged.map((item, index) => (item.kind === 'again' ? repeated(outcomes[item.first]) : outcomes[index])).map(certain);
    // Somebody else was first with the same key, or the pin could not be queued: such units are given back.
    const givenBack = judged.filter((item, index) => item.kind === 'new' && outcomes[index]?.status !== 'created').length;
    return {
      items,
      quota: { limit: quota.limit, used: quota.used - givenBack },
      accounts: [...new Set(judged.flatMap((item) => accountOf(item) ?? []))],
    };
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
    let key: string | null = null;
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
        await this.checks.requireMedia(principal, request.content);
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

const repeatsOf = (judged: readonly Judged[]): Judged[] =>
  judged.map((item, index) => {
    if (item.kind !== 'new') return item;
    const first = judged.findIndex((other) => other.kind === 'new' && other.place.pinId === item.place.pinId);
    return first === index ? item : again(judged[first], first, item.place);
  });

/** The same key twice in one batch: the second is a repeat of the first, or reuses its key. */
function again(before: Judged | undefined, first: number, place: Place): Judged {
  const same = before?.kind === 'new' && JSON.stringify(before.place.request) === JSON.stringify(place.request);
  if (same) return { kind: 'again', place, first };
  const error = new Rejected('idempotency_key_reused', 'The idempotency key was used for another pin.', { pin_id: place.pinId });
  const { idempotencyKey: key, accountId } = place.request;
  return { kind: 'failed', key, accountId, error };
}

const accountOf = (item: Judged): string | null => ('place' in item ? item.place.request.accountId : item.accountId);

const failed = (key: string | null, error: unknown): BatchItem => ({ status: 'failed', key, failure: failureOf(error) });

const repeated = (first: BatchItem | undefined): BatchItem | undefined =>
  first?.status === 'created' ? { ...first, status: 'existing' } : first;

function certain(item: BatchItem | undefined): BatchItem {
  if (!item) throw new Error('an item of the batch has no outcome');
  return item;
}
