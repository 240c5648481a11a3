import { connectionStream, type ConnectionFact } from '@pps/connections/events';
import { factsOf, happenedAt, type RecordedFact, idOf } from '@pps/event-store';
import { defineProjection, oneByOne, storableMoment, type ProjectionContext, type RemovedOwner, type RowOf } from '@pps/read-store';
import { epochFacts, projectStream, startsEpoch, type EpochFact } from '@pps/workspaces/events';
import { accountTable } from './accounts.tables';

/** Platform accounts of every project, revoked ones included. */
export const accountsProjection = defineProjection({
  name: 'accounts',
  version: 2,
  handles: factsOf(connectionStream, 'AccountConnected', 'AccountReconnected', 'TokenRefreshed', 'ReconnectRequired', 'AccountRevoked').and(
    projectStream,
    ...epochFacts,
  ),
  tables: [accountTable],
  project: oneByOne(async (fact, context) => {
    if (startsEpoch(fact)) await removeOlder(fact, context);
    else await change(fact, context);
  }),
  removePortion,
});

type AccountFact = Exclude<ConnectionFact, { readonly type: 'PlatformLimitLearned' }>;

async function change(fact: RecordedFact<AccountFact>, { tx, table }: ProjectionContext): Promise<void> {
  const { revision } = fact;
  if (fact.type === 'AccountConnected') {
    await accountTable.insertMissing(tx, table('account'), [accountTable.row(fact)]);
    return;
  }
  await tx(table('account'))
    .where({ account_id: fact.data.accountId })
    .andWhere('revision', '<', revision)
    // As the account's own rules have it: each change has a moment of its own, and none is before the one before it.
    .update({
      ...columnsOf(fact),
      updated_at: tx.raw(`greatest(updated_at + interval '1 millisecond', ?::timestamptz)`, [happenedAt(fact)]),
      revision,
    });
}

function columnsOf(fact: Exclude<AccountFact, { readonly type: 'AccountConnected' }>): Partial<RowOf<typeof accountTable>> {
  switch (fact.type) {
    case 'AccountReconnected':
      return { ...grantOf(fact.data), ...healthyAt(fact.data.reconnectedAt), revoked_at: null };
    case 'TokenRefreshed': {
      const { scopes, tokenExpiresAt, refreshedAt } = fact.data;
      return { scopes, token_expires_at: storableMoment(tokenExpiresAt), ...healthyAt(refreshedAt) };
    }
    case 'ReconnectRequired':
      return { reconnect_reason: fact.data.reason, health_checked_at: fact.data.at };
    case 'AccountRevoked':
      return { revoked_at: fact.data.revokedAt };
  }
}

const healthyAt = (time: string) => ({ reconnect_reason: null, health_checked_at: time });

const grantOf = (grant: { readonly profileRef: string; readonly scopes: readonly string[]; readonly tokenExpiresAt: string }) => ({
  profile_ref: grant.profileRef,
  scopes: grant.scopes,
  token_expires_at: storableMoment(grant.tokenExpiresAt),
});

/** Readers ask for the present epoch only. */
const removeOlder = ({ stream, data }: RecordedFact<EpochFact>, { remove }: ProjectionContext): Promise<void> =>
  remove({ owner: idOf({ stream }, projectStream), beforeEpoch: data.epoch });

async function removePortion({ owner, beforeEpoch }: RemovedOwner, most: number, { tx, table }: ProjectionContext): Promise<number> {
  const older = tx(table('account')).where({ project_id: owner }).andWhere('epoch', '<', beforeEpoch).limit(most).select('account_id');
  return tx(table('account')).whereIn('account_id', older).delete();
}
