import type { Fact } from '@pps/kernel';

export type AccountSlotTaken = Fact<'AccountSlotTaken', { readonly accountId: string; readonly epoch: number; readonly takenAt: string }>;

export type AccountSlotFreed = Fact<'AccountSlotFreed', { readonly accountId: string; readonly freedAt: string }>;

export type AccountSlotFact = AccountSlotTaken | AccountSlotFreed;
