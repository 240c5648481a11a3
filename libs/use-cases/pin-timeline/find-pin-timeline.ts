import { decode, streamName, type EventStore, type RecordedFact } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { importStream } from '@pps/imports/events';
import { isWithin, type Clock } from '@pps/kernel';
import { pinTimeline, type TimelineItem } from '@pps/pins';
import { pinStream } from '@pps/pins/events';
import { scheduleStream } from '@pps/schedules/events';
import { deliveryIdsOf, findDeliveries } from '@pps/webhooks';
import { entriesOfUnits } from '@projections/quota_ledger/entries-of-units.query';
import { listWebhooks } from '@projections/webhooks/webhooks.query';
import { findPin, type FindPinDeps } from '../change-pin/find-pin';
import { deliveryItems } from './delivery-items';
import { endsOfStream } from './ends-of-stream';
import { importItems } from './import-items';
import { presentWait, type PresentWaitDeps } from './present-wait';
import { quotaItems } from './quota-items';
import { scheduleItems } from './schedule-items';

export type PinTimelineDeps = FindPinDeps & PresentWaitDeps & { readonly store: Pick<EventStore, 'last' | 'read'>; readonly clock: Clock };

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
    ...importItems(imported, { pinId: pin.pinId, scheduleId: pin.scheduleId }),
    ...(maySee(caller, schedule) ? scheduleItems(schedule) : []),
    ...quotaItems(entries),
    ...(present.length > 0 ? [...story.slice(0, -1), ...present] : story),
    ...deliveryItems(deliveries),
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
