import type { AccountDirectory } from '@pps/connections';
import { decode, streamName, type EventStore, type RecordedFact } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { importStream } from '@pps/imports/events';
import { isWithin, type Clock } from '@pps/kernel';
import {
  pinTimeline,
  accountBucket,
  globalBucketOf,
  type TimelineItem,
  type BucketBalance,
  type TimelineWords,
  type TokenBuckets,
} from '@pps/pins';
import { pinStream, type PinView } from '@pps/pins/events';
import { scheduleStream } from '@pps/schedules/events';
import { deliveryIdsOf, findDeliveries } from '@pps/webhooks';
import { entriesOfUnits } from '@projections/quota_ledger/quota-ledger.query';
import { listWebhooks } from '@projections/webhooks/webhooks.query';
import { findPin, type ReadDeps } from '../find/find-pin';
import { deliveryTimelineItems, importTimelineItems, quotaTimelineItems, scheduleTimelineItems } from './timeline-items';

type PinTimelineDeps = ReadDeps & PresentWaitDeps & { readonly store: Pick<EventStore, 'last' | 'read'>; readonly clock: Clock };

/** Of a pin with more events only the deliveries of the newest are looked for. */
const eventsAtMost = 200;

/**
 * A pin's whole story in the order of the log: its import, schedule and quota, its attempts and what they waited for, and the webhooks that were told;
 * of each stream at most 1,000 facts. Throws `NotFound` for an absent or foreign pin, `Rejected('account_not_permitted')`, `NotFresh`, `StoreUnavailable`.
 */
export async function findPinTimeline(deps: PinTimelineDeps, caller: Principal, pinId: string): Promise<TimelineItem[]> {
  const { store, db, freshness } = deps;
  const pin = await findPin(deps, caller, pinId);
  const [own, schedule] = await Promise.all([
    endsOfStream(store, streamName(pinStream, pin.pinId)),
    pin.scheduleId === undefined ? [] : endsOfStream(store, streamName(scheduleStream, pin.scheduleId)),
    freshness.wait('quota_ledger', caller),
  ]);
  const [imported, entries, deliveries, wait] = await Promise.all([
    pin.importJobId === undefined ? [] : endsOfStream(store, streamName(importStream, pin.importJobId)),
    entriesOfUnits(db, pin.projectId, unitsOf(own)),
    deliveriesOf(deps, caller, [...own, ...schedule]),
    presentWait(deps, pin, deps.clock()),
  ]);
  const story = pinTimeline(own);
  const last = story.at(-1);
  const present = last && wait ? [{ ...last, ...wait, reason: last.reason ?? wait.reason ?? null }] : [];
  return [
    ...importTimelineItems(imported, { pinId: pin.pinId, scheduleId: pin.scheduleId }),
    ...(maySee(caller, schedule) ? scheduleTimelineItems(schedule) : []),
    ...quotaTimelineItems(entries),
    ...(present.length > 0 ? [...story.slice(0, -1), ...present] : story),
    ...deliveryTimelineItems(deliveries),
  ].sort((one, other) => Number(BigInt(one.position) - BigInt(other.position)));
}

/** Entries of the ledger that facts of a pin name: what it consumed, and what was given back. */
function unitsOf(facts: readonly RecordedFact[]): string[] {
  const named = facts.flatMap((recorded) => {
    const fact = decode(pinStream, recorded);
    switch (fact?.type) {
      case 'PinQueued':
      case 'PinAbandoned':
        return [fact.data.entryId];
      case 'PinRetryRequested':
        return fact.data.unit ? [fact.data.unit.entryId] : [];
      default:
        return [];
    }
  });
  return [...new Set(named)];
}

async function deliveriesOf({ db }: PinTimelineDeps, caller: Principal, facts: readonly RecordedFact[]) {
  const { projectId, epoch, accountIds } = caller;
  const webhooks = (await listWebhooks(db, projectId, epoch)).filter((webhook) => isWithin(webhook.accountIds, accountIds));
  const newest = facts.slice(-eventsAtMost);
  const ids = webhooks.flatMap(({ webhookId }) => deliveryIdsOf(webhookId, newest));
  return findDeliveries(db, ids, accountIds && { accountIds, since: '-infinity' });
}

/** Whoever is limited to some accounts is shown a schedule of those; a pin may have moved to another one since. */
function maySee({ accountIds }: Principal, schedule: readonly RecordedFact[]): boolean {
  if (accountIds === null) return true;
  const created = schedule[0] && decode(scheduleStream, schedule[0]);
  return created?.type === 'ScheduleCreated' && isWithin([created.data.accountId], accountIds);
}

/** A client may change a pin or a schedule as often as it likes; nobody reads the middle of so long a story. */
const factsOfEachEnd = 500;

/** The facts of a stream, oldest first: of one with more than 1,000 the first 500 and the newest 500. Throws `StoreUnavailable`. */
export async function endsOfStream(store: Pick<EventStore, 'last' | 'read'>, stream: string): Promise<RecordedFact[]> {
  const last = await store.last(stream);
  if (!last) return [];
  if (last.revision < 2 * factsOfEachEnd) return store.read(stream, 0, 2 * factsOfEachEnd);
  const ends = [0, last.revision - factsOfEachEnd + 1];
  return (await Promise.all(ends.map((from) => store.read(stream, from, factsOfEachEnd)))).flat();
}

interface PresentWaitDeps {
  readonly accounts: Pick<AccountDirectory, 'find'>;
  readonly buckets: Pick<TokenBuckets, 'readBalances'>;
}

type Wait = Pick<TimelineWords, 'reason' | 'next_step'>;

/** What a pin waits for that could be published now: its account, tokens, or its turn. Null for one that does not wait, or is put off. */
export async function presentWait({ accounts, buckets }: PresentWaitDeps, pin: PinView, now: Date): Promise<Wait | null> {
  const { status, nextAttemptAt, projectId, accountId } = pin;
  const isReady = status === 'queued' || (status === 'deferred' && nextAttemptAt !== null && new Date(nextAttemptAt) <= now);
  if (!isReady || pin.errorCode === 'outcome_unknown') return null;
  const [own, shared] = [accountBucket(accountId), globalBucketOf(pin)];
  const [account, balances] = await Promise.all([accounts.find(projectId, accountId), buckets.readBalances([own, shared])]);
  if (account?.reconnectReason) {
    return { reason: 'reconnect_required', next_step: 'It goes on once its account is connected again.' };
  }
  return waitForTokens(balances.get(own), balances.get(shared), now);
}

function waitForTokens(own: BucketBalance | undefined, shared: BucketBalance | undefined, now: Date): Wait {
  if (own?.parkedUntil && own.parkedUntil > now) {
    const until = own.parkedUntil.toISOString();
    return { reason: 'account_parked', next_step: `The platform asked its account to wait until ${until}.` };
  }
  if (own && own.tokens < 1) return { reason: 'account_pace', next_step: `Its account publishes ${paceOf(own)}; it waits for its turn.` };
  if (shared && shared.tokens < 1) {
    return { reason: 'service_pace', next_step: `All accounts together publish ${paceOf(shared)}; it waits for its turn.` };
  }
  return { reason: 'turn', next_step: 'It is about to be published.' };
}

const paceOf = ({ refillPerSecond }: BucketBalance): string => `${Number(refillPerSecond.toFixed(2))} pins a second`;
