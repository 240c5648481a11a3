import type { Fact } from '@pps/kernel';

/** The person asked for the end of the account and its workspace; until `dueAt` it can be taken back. */
export type AccountDeletionRequested = Fact<
  'AccountDeletionRequested',
  { readonly userId: string; readonly requestedAt: string; readonly dueAt: string }
>;

/** The person changed his mind in time: account and workspace stay. */
export type AccountDeletionCanceled = Fact<'AccountDeletionCanceled', { readonly userId: string; readonly canceledAt: string }>;

export type AccountDeletionFact = AccountDeletionRequested | AccountDeletionCanceled;
