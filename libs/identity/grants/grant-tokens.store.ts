import type { Database } from '@pps/read-store';
import type { GrantTokenState, RefreshDecision } from './refresh-grant.policy';

interface Row {
  readonly key_id: string;
  readonly generation: number;
  readonly refreshed_at: Date | null;
  readonly refresh_ends_at: Date;
  readonly access_ends_at: Date;
  readonly is_used: boolean;
}

/** Lets one caller at a time decide about the tokens of a grant, on every process, and writes what was decided. */
export async function refreshUnderLock(
  db: Database,
  keyId: string,
  decide: (state: GrantTokenState | null) => RefreshDecision,
): Promise<RefreshDecision> {
  return db.transaction(async (tx) => {
    // Where there is no row yet, nothing else could be locked.
    await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`grant ${keyId}`]);
    const row = await tx<Row>('identity.grant_token').where({ key_id: keyId }).first();
    const decision = decide(row ? stateOf(row) : null);
    if (decision.kind === 'pair' && decision.isChanged)
      await tx('identity.grant_token').insert(rowOf(keyId, decision.state)).onConflict('key_id').merge();
    return decision;
  });
}

/** Where the tokens of a grant stand that is made now, or was made by another try of its program. */
export async function startTokens(
  db: Database,
  keyId: string,
  ends: Pick<GrantTokenState, 'refreshEndsAt' | 'accessEndsAt'>,
): Promise<GrantTokenState> {
  const first = rowOf(keyId, { generation: 1, refreshedAt: null, ...ends, isUsed: false });
  await db('identity.grant_token').insert(first).onConflict('key_id').ignore();
  const row = await db<Row>('identity.grant_token').where({ key_id: keyId }).first();
  return stateOf(row ?? first);
}

/** Notes that the access token of a generation was seen, or that the first one is given; false where that was noted before, and for any other than the newest. */
export async function noteAccess(db: Database, keyId: string, generation: number): Promise<boolean> {
  return (await db('identity.grant_token').where({ key_id: keyId, generation, is_used: false }).update({ is_used: true })) > 0;
}

/** Grants of whose tokens none is good any more, at most `limit`, the oldest first. */
export async function endedTokens(db: Database, now: Date, limit: number): Promise<readonly string[]> {
  const rows = await db<Row>('identity.grant_token')
    .where('refresh_ends_at', '<', now)
    .andWhere('access_ends_at', '<', now)
    .orderBy('refresh_ends_at')
    .limit(limit);
  return rows.map((row) => row.key_id);
}

/** Forgets where the tokens of a grant stand, if none of them is good any more. */
export async function deleteEndedTokens(db: Database, keyId: string, now: Date): Promise<void> {
  await db('identity.grant_token')
    .where({ key_id: keyId })
    .andWhere('refresh_ends_at', '<', now)
    .andWhere('access_ends_at', '<', now)
    .delete();
}

const stateOf = (row: Row): GrantTokenState => ({
  generation: row.generation,
  refreshedAt: row.refreshed_at,
  refreshEndsAt: row.refresh_ends_at,
  accessEndsAt: row.access_ends_at,
  isUsed: row.is_used,
});

const rowOf = (keyId: string, { generation, refreshedAt, refreshEndsAt, accessEndsAt, isUsed }: GrantTokenState): Row => ({
  key_id: keyId,
  generation,
  refreshed_at: refreshedAt,
  refresh_ends_at: refreshEndsAt,
  access_ends_at: accessEndsAt,
  is_used: isUsed,
});
