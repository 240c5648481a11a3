import type { Database, Transaction } from '@pps/read-store';

// Both compare a position with those of facts that come later.
const tables = ['webhooks.subscription', 'webhooks.offer'] as const;

/** Positions of the log that must hold in its copy, too: of what subscriptions have seen, and of the facts that made offered deliveries due. */
export async function webhookPositions(db: Database): Promise<bigint[]> {
  const found: string[][] = [];
  for (const table of tables) found.push(await db(table).distinct().pluck('position'));
  return found.flat().map(BigInt);
}

/** Puts the positions of the same facts in the copy in their place. Nobody may run on these tables. */
export async function takeOverWebhookPositions(tx: Transaction, of: (position: bigint) => bigint): Promise<void> {
  for (const table of tables) {
    const known: string[] = await tx(table).distinct().pluck('position');
    const moved = known.map((position) => of(BigInt(position)).toString());
    await tx.raw(
      `update ${table} as row set position = moved.there
       from unnest(?::bigint[], ?::bigint[]) as moved(here, there) where row.position = moved.here`,
      [known, moved],
    );
  }
}
