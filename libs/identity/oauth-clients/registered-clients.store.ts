import type { Database } from '@pps/read-store';
import type { ClientMetadata } from './client-metadata';

/** So many programs are kept that nobody agreed to yet. */
const mostUnused = 10_000;
/** Programs keep their id for good, and their person may agree much later: one that has no grant is forgotten after half a year, one that had when none of then can be left. */
const unusedDays = 180;
const usedDays = 400;
const deletedAtOnce = 1_000;

interface Row {
  readonly client_id: string;
  readonly client_name: string;
  readonly redirect_uris: readonly string[];
}

/**
 * Keeps how a program described itself; a repeat counts as new. Where too many are unused, the oldest of the site with the most make room: a flood from one place
 * pushes out itself.
 */
export async function storeClient(
  db: Database,
  {
    clientId,
    metadata,
    site,
    now,
  }: { readonly clientId: string; readonly metadata: ClientMetadata; readonly site: string; readonly now: Date },
  most = mostUnused,
): Promise<void> {
  const row = { client_id: clientId, client_name: metadata.name, redirect_uris: metadata.redirectUris, site, registered_at: now };
  await db('identity.registered_client').insert(row).onConflict('client_id').merge({ registered_at: now });
  await db.raw(
    `with unused as (select site, count(*) as of_site, sum(count(*)) over () as of_all from identity.registered_client where authorized_at is null group by site),
       fullest as (select site from unused where of_all > :most order by of_site desc, site limit 1)
     delete from identity.registered_client where client_id in (
       select client_id from identity.registered_client join fullest using (site) where authorized_at is null order by registered_at limit 10)`,
    { most },
  );
}

/** Null for one that did not register, or was forgotten. */
export async function findRegisteredClient(db: Database, clientId: string): Promise<ClientMetadata | null> {
  const row = await db<Row>('identity.registered_client').where({ client_id: clientId }).first();
  return row ? { name: row.client_name, redirectUris: row.redirect_uris } : null;
}

/** It got a grant: it is kept for as long as its grants may last. */
export async function noteClientUse(db: Database, clientId: string, now: Date): Promise<void> {
  await db('identity.registered_client').where({ client_id: clientId }).update({ authorized_at: now });
}

/** Forgets programs that nobody uses, a portion at a time; gives how many. */
export async function deleteUnusedClients(db: Database, now: Date): Promise<number> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const unused = db('identity.registered_client')
    .where((row) => row.whereNull('authorized_at').andWhere('registered_at', '<', before(unusedDays)))
    .orWhere('authorized_at', '<', before(usedDays))
    .limit(deletedAtOnce)
    .select('client_id');
  return db('identity.registered_client').whereIn('client_id', unused).delete();
}
