import { mapLimited } from '@pps/concurrency';
import { findKeyHolder, type Principal } from '@pps/identity';
import { isWithin, type Clock } from '@pps/kernel';
import type { LiveStates } from '@pps/event-store';
import type { Proposal, ProposedWrite } from '@pps/proposals/events';
import type { Database } from '@pps/read-store';
import { findOpenAskers, type EndedAskers } from '@projections/proposals/list-proposals.query';

interface AskingDeps {
  readonly live: Pick<LiveStates, 'get'>;
  readonly clock: Clock;
}

/** What a key or grant has to have for what it asked for to be agreed to. */
type Holder = Pick<Principal, 'scopes' | 'accountIds'> | null;

interface AskersNow extends EndedAskers {
  /** Those of `ended` that work no more: the others may get back what they have lost. */
  readonly gone: readonly string[];
}

const readAtOnce = 10;

/** Every account that a write concerns. */
export const accountsOfWrite = (write: ProposedWrite): readonly string[] =>
  write.action === 'retry_pin' && write.toAccountId !== undefined ? [write.accountId, write.toAccountId] : [write.accountId];

/** Why nothing more of a proposal can be agreed to, for who made it may ask for it no more; null where he may. A person always may. */
export async function whyAskingEnded(
  { live, clock }: AskingDeps,
  { asOf }: Pick<Principal, 'asOf'>,
  { proposedBy: { keyId }, items }: Pick<Proposal, 'proposedBy' | 'items'>,
): Promise<string | null> {
  if (keyId === undefined) return null;
  const holder: Holder = await findKeyHolder(live, keyId, asOf, clock());
  if (holder === null) return 'The key or program that asks has ended';
  if (!holder.scopes.includes('write')) return 'The key or program that asks may change nothing any more';
  const isPermitted = isWithin(
    items.flatMap(({ write }) => accountsOfWrite(write)),
    holder.accountIds,
  );
  return isPermitted ? null : 'The key or program that asks may not act any more for every account of this proposal';
}

/** The same for rows: of the keys and grants whose proposals in the project are open, those that may ask for nothing any more, and those limited to accounts. */
export async function findEndedAskers(
  { live, clock, db }: AskingDeps & { readonly db: Database },
  { projectId, epoch, asOf }: Pick<Principal, 'projectId' | 'epoch' | 'asOf'>,
): Promise<AskersNow> {
  const now = clock();
  const keyIds = await findOpenAskers(db, { projectId, epoch }, now);
  const holders = await mapLimited(readAtOnce, keyIds, async (keyId) => ({ keyId, holder: await findKeyHolder(live, keyId, asOf, now) }));
  return {
    gone: holders.flatMap(({ keyId, holder }) => (holder === null ? [keyId] : [])),
    ended: holders.flatMap(({ keyId, holder }) => (holder?.scopes.includes('write') ? [] : [keyId])),
    limited: holders.flatMap(({ keyId, holder }) =>
      holder?.scopes.includes('write') && holder.accountIds ? [{ keyId, accountIds: holder.accountIds }] : [],
    ),
  };
}
