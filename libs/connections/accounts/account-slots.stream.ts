import { type Fact, emptyMap, entriesIn, Rejected, valueIn, withEntry, type Decider, type PersistentMap, sizeOf } from '@pps/kernel';
import type { StreamType } from '@pps/event-store';

/** A new account counts towards the plan's limit. */
export type AccountSlotTaken = Fact<'AccountSlotTaken', { readonly accountId: string; readonly epoch: number; readonly takenAt: string }>;

/** The account no longer counts towards the limit. */
export type AccountSlotFreed = Fact<'AccountSlotFreed', { readonly accountId: string; readonly freedAt: string }>;

export type AccountSlotFact = AccountSlotTaken | AccountSlotFreed;

export interface AccountSlot {
  readonly accountId: string;
  /** In which the account first had a slot. */
  readonly epoch: number;
  /** The account's number among those of its epoch, from 1 in the order in which they first got a slot. */
  readonly ordinal: number;
  /** Null while it does not count towards the limit. */
  readonly taken: Pick<AccountSlotTaken['data'], 'epoch' | 'takenAt'> | null;
}

export interface AccountSlots {
  /** Every account that ever had a slot, by its id. */
  readonly accounts: PersistentMap<AccountSlot>;
  /** By the epoch. */
  readonly counts: PersistentMap<{ readonly known: number; readonly taken: number }>;
}

function evolve({ accounts, counts }: AccountSlots, fact: AccountSlotFact): AccountSlots {
  const { accountId } = fact.data;
  const present = valueIn(accounts, accountId);
  const others = present?.taken ? withCount(counts, present.taken.epoch, { taken: -1 }) : counts;
  if (fact.type === 'AccountSlotFreed') {
    return present ? { accounts: withEntry(accounts, accountId, { ...present, taken: null }), counts: others } : { accounts, counts };
  }
  const { epoch, takenAt } = fact.data;
  const counted = withCount(others, epoch, { known: present ? 0 : 1, taken: 1 });
  const slot = present ?? { accountId, epoch, ordinal: countsOf(counted, epoch).known };
  return { accounts: withEntry(accounts, accountId, { ...slot, taken: { epoch, takenAt } }), counts: counted };
}

const countsOf = (counts: AccountSlots['counts'], epoch: number) => valueIn(counts, String(epoch)) ?? { known: 0, taken: 0 };

function withCount(counts: AccountSlots['counts'], epoch: number, more: { readonly known?: number; readonly taken: number }) {
  const { known, taken } = countsOf(counts, epoch);
  return withEntry(counts, String(epoch), { known: known + (more.known ?? 0), taken: taken + more.taken });
}

export const accountSlots: Decider<AccountSlots, AccountSlotFact> = { initial: { accounts: emptyMap, counts: emptyMap }, evolve };

export type SlotTaking = AccountSlotTaken['data'] & {
  readonly limit: number;
  /** The account is not connected: a slot that it has was left behind. */
  readonly isLeft?: boolean;
};

/** Takes a slot under the plan's limit, or again one that was left behind; silent for an account that has one. Throws `Rejected('plan_limit')`. */
export function takeSlot({ accountId, epoch, takenAt, limit, isLeft }: SlotTaking, state: AccountSlots): readonly AccountSlotFact[] {
  const held = valueIn(state.accounts, accountId)?.taken;
  if (held && (!isLeft || held.takenAt === takenAt)) return [];
  if (!held) requireFreeSlot({ epoch, limit }, state);
  return [{ type: 'AccountSlotTaken', data: { accountId, epoch, takenAt } }];
}

/** Throws `Rejected('plan_limit')` where as many accounts have a slot as the plan allows. */
export function requireFreeSlot({ epoch, limit }: { readonly epoch: number; readonly limit: number }, state: AccountSlots): void {
  const used = countsOf(state.counts, epoch).taken;
  if (used < limit) return;
  throw new Rejected(
    'plan_limit',
    'The plan does not allow another platform account',
    { limit: 'platform_accounts', most: limit, used },
    {
      remediation: 'Choose a larger plan, or disconnect an account first; a sandbox has five on every plan.',
    },
  );
}

/** Silent for an account without a slot. */
export function freeSlot(
  { accountId, at }: { readonly accountId: string; readonly at: string },
  state: AccountSlots,
): readonly AccountSlotFact[] {
  return holdsSlot(state, accountId) ? [{ type: 'AccountSlotFreed', data: { accountId, freedAt: at } }] : [];
}

/** Every account that ever had a slot, of one epoch if that is given, oldest first. */
export function knownAccounts({ accounts }: AccountSlots, epoch?: number): AccountSlot[] {
  const known = [...entriesIn(accounts)].map(([, slot]) => slot).filter((slot) => epoch === undefined || slot.epoch === epoch);
  return known.sort((a, b) => a.epoch - b.epoch || a.ordinal - b.ordinal);
}

/** How many accounts ever had a slot in this epoch. */
export const countKnownAccounts = ({ counts }: AccountSlots, epoch: number): number => countsOf(counts, epoch).known;

const holdsSlot = ({ accounts }: AccountSlots, accountId: string): boolean => (valueIn(accounts, accountId)?.taken ?? null) !== null;

/** `connections-<projectId>`: which accounts count towards the plan's limit. */
export const accountSlotsStream: StreamType<AccountSlots, AccountSlotFact> = {
  category: 'connections',
  decider: accountSlots,
  facts: { AccountSlotTaken: 1, AccountSlotFreed: 1 },
  snapshot: { version: 1, every: 200, itemsOf: ({ accounts }) => sizeOf(accounts) },
};
