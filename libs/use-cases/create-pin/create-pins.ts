import type { PublishingTerms } from '@pps/billing';
import type { Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import type { PinSource, PinView } from '@pps/pins/events';
import { withAgreement } from '../agreement/require-agreement';
import { accountsOf, checkBatch, type BatchRequest, type CheckedItem } from './check-batch';
import type { CreatePinDeps } from './create-pin';
import { retryAfterConcurrentDuplicates, type IdentifiedRequest } from './duplicate-request';
import { monthlyQuota, requireBilling, type MonthlyQuota } from './pin-checks';
import { paidPinOf, queueWithUnit, reserveUnitForEach, type ReservedUnit, type Reserving } from './quota-reservation';

export type BatchItem =
  | { readonly status: 'created' | 'existing'; readonly pin: PinView }
  /** `error` is whatever a single creation would have thrown. */
  | { readonly status: 'failed'; readonly error: unknown };

interface CreatedPins {
  /** In the order of the requests. */
  readonly items: readonly BatchItem[];
  readonly quota: MonthlyQuota;
  /** Accounts of the project that the items name, each once. */
  readonly accountIds: readonly string[];
}

const pinsPerPortion = 25;

/** For a caller that owns the ids of its pins already, such as schedules that fire. */
interface BatchOptions extends Pick<Reserving, 'onReserved'> {
  /** No request can be a repeat: its pin is not looked for. Should it be there, it is what the item answers, and its unit is released. */
  readonly areNew?: boolean;
  /** Asked for between portions of the pins, of which each is appended at once; without it all are. */
  readonly betweenPortions?: (() => Promise<void>) | undefined;
}

/**
 * Queues many pins: each is checked by itself, but the quota covers all new ones or the whole is refused. Throws `Rejected('proposal_required')` before anything, and
 * `Rejected('billing_inactive')` or `Rejected('quota_exceeded')` for the whole, after `onRefused` was called with the accounts; nothing was queued then.
 * `onReserved` has the last word before each pin is queued: where it throws, that item fails with it and its unit is released.
 */
export async function createPins(
  deps: CreatePinDeps,
  principal: Principal,
  asked: readonly BatchRequest[],
  source: PinSource,
  onRefused: (accountIds: readonly string[]) => Promise<void>,
  { areNew = false, onReserved, betweenPortions }: BatchOptions = {},
): Promise<CreatedPins> {
  const requests = asked.map((item) => ('request' in item ? { ...item, request: withAgreement(principal, item.request) } : item));
  let accountIds: readonly string[] = [];
  try {
    return await retryAfterConcurrentDuplicates(deps, principal, async (now, reserveFor) => {
      const terms = await deps.termsOf(now);
      const items = await checkBatch({ ...deps, areNew }, now, terms, requests);
      accountIds = accountsOf(items);
      const fresh = items.flatMap((item) => (item.kind === 'new' ? [item.identified] : []));
      reserveFor(fresh.flatMap(({ pinId, isKeyNew }) => (isKeyNew ? [] : [pinId])));
      const { plan, planTerms: allowed } = terms;
      const reserving = { principal: now, plan, limit: allowed.quotaPinsMonthly, source, ...(onReserved && { onReserved }) };
      return { ...(await queueAll({ ...deps, betweenPortions }, reserving, terms, items, fresh)), accountIds };
    });
  } catch (error) {
    if (error instanceof Rejected) await onRefused(accountIds);
    throw error;
  }
}

async function queueAll(
  deps: CreatePinDeps & Pick<BatchOptions, 'betweenPortions'>,
  reserving: Reserving,
  terms: PublishingTerms,
  items: readonly CheckedItem[],
  fresh: readonly IdentifiedRequest[],
): Promise<Pick<CreatedPins, 'items' | 'quota'>> {
  const { units, limit, used } = await reserveForAll(deps, reserving, terms, fresh);
  const portion = deps.betweenPortions ? pinsPerPortion : fresh.length;
  const queued: BatchItem[] = [];
  while (queued.length < fresh.length) {
    if (queued.length > 0) await deps.betweenPortions?.();
    const next = fresh
      .slice(queued.length, queued.length + portion)
      .map((identified, index) => [identified, units[queued.length + index]] as const);
    queued.push(...(await Promise.all(next.map(([identified, unit]) => queueOne(deps, reserving, identified, unit)))));
  }
  const queuedItem = new Map(fresh.map((identified, index) => [identified, queued[index]]));
  const outcomeOf = (item: CheckedItem | undefined): BatchItem => {
    const outcome = item?.kind === 'new' ? queuedItem.get(item.identified) : undefined;
    if (!outcome) throw new Error('an item of the batch has no outcome');
    return outcome;
  };
  const outcomes = items.map((item): BatchItem => {
    switch (item.kind) {
      case 'failed':
        return { status: 'failed', error: item.error };
      case 'existing':
        return { status: 'existing', pin: item.pin };
      case 'repeat': {
        const first = outcomeOf(items[item.firstIndex]);
        return first.status === 'created' ? { ...first, status: 'existing' } : first;
      }
      case 'new':
        return outcomeOf(item);
    }
  });
  // Another process was first with the same key, or the pin could not be queued: such units were released.
  const released = queued.filter(({ status }) => status !== 'created').length;
  return { items: outcomes, quota: { limit, used: used - released } };
}

async function reserveForAll(
  deps: CreatePinDeps,
  reserving: Reserving,
  terms: PublishingTerms,
  fresh: readonly IdentifiedRequest[],
): Promise<MonthlyQuota & { readonly units: readonly ReservedUnit[] }> {
  if (fresh.length === 0) return { units: [], ...(await monthlyQuota(deps, reserving.principal)) };
  requireBilling(deps, terms);
  return reserveUnitForEach(deps, reserving, fresh.map(paidPinOf));
}

async function queueOne(
  deps: CreatePinDeps,
  reserving: Reserving,
  identified: IdentifiedRequest,
  unit: ReservedUnit | undefined,
): Promise<BatchItem> {
  if (!unit) throw new Error('a new pin of the batch has no unit of quota');
  try {
    const { pin, replayed } = await queueWithUnit(deps, reserving, identified, unit);
    return { status: replayed ? 'existing' : 'created', pin };
  } catch (error) {
    return { status: 'failed', error };
  }
}
