import type { Fact } from '@pps/kernel';

/** A new account counts towards the plan's limit. */
export type AccountSlotTaken = Fact<'AccountSlotTaken', { readonly accountId: string; readonly epoch: number; readonly takenAt: string }>;

/** The account no longer counts towards the limit. */
export type AccountSlotFreed = Fact<'AccountSlotFreed', { readonly accountId: string; readonly freedAt: string }>;

export type AccountSlotFact = AccountSlotTaken | AccountSlotFreed;
