import { Rejected, type Decider } from '@pps/kernel';
import type { AccountSlotFact, AccountSlotTaken } from './account-slots.events';

export interface AccountSlots {
  /** Slots that count towards the limit. */
  readonly taken: readonly AccountSlotTaken['data'][];
  /** Every account that ever had a slot, with its epoch, oldest first. */
  readonly known: readonly { readonly accountId: string; readonly epoch: number }[];
}

export const accountSlots: Decider<AccountSlots, AccountSlotFact> = {
  initial: { taken: [], known: [] },
  evolve: (state, fact) => {
    const { accountId } = fact.data;
    const others = state.taken.filter((slot) => slot.accountId !== accountId);
    if (fact.type === 'AccountSlotFreed') return { ...state, taken: others };
    const known = state.known.some((account) => account.accountId === accountId);
    return {
      taken: [...others, fact.data],
      known: known ? state.known : [...state.known, { accountId, epoch: fact.data.epoch }],
    };
  },
};

/** Takes a slot under the plan's limit; silent for an account that has one. Throws `Rejected('plan_limit')`. */
export function takeSlot(
  { accountId, epoch, takenAt, limit }: AccountSlotTaken['data'] & { readonly limit: number },
  state: AccountSlots,
): readonly AccountSlotFact[] {
  if (holdsSlot(state, accountId)) return [];
  const used = state.taken.filter((slot) => slot.epoch === epoch).length;
  if (used >= limit) throw new Rejected('plan_limit', 'The plan does not allow another platform account', { limit, used });
  return [{ type: 'AccountSlotTaken', data: { accountId, epoch, takenAt } }];
}

/** Silent for an account without a slot. */
export function freeSlot(
  { accountId, at }: { readonly accountId: string; readonly at: string },
  state: AccountSlots,
): readonly AccountSlotFact[] {
  return holdsSlot(state, accountId) ? [{ type: 'AccountSlotFreed', data: { accountId, freedAt: at } }] : [];
}

const holdsSlot = (state: AccountSlots, accountId: string): boolean => state.taken.some((slot) => slot.accountId === accountId);
