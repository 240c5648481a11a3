import type { PublishingMode } from '@pps/identity/events';
import type { Database } from '@pps/read-store';

export interface ApiKeyRow {
  readonly key_id: string;
  readonly project_id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly account_ids: readonly string[] | null;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly source: 'device' | 'oauth' | null;
  readonly client_id: string | null;
  readonly client_name: string | null;
  /** Of a program's grant. */
  readonly mode: PublishingMode | null;
  /** Whom it acts for. */
  readonly user_id: string;
  readonly revoked_at: Date | null;
  /** The key that made it, after those that made that key. */
  readonly maker_key_ids: readonly string[];
}

/** The keys that a key made, and those that they made, which are not revoked. */
export async function keysMadeBy(db: Database, keyId: string): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { readonly key_id: string }[] }>(
    'select key_id from read.api_keys where maker_key_ids @> array[cast(? as uuid)] and revoked_at is null order by created_at',
    [keyId],
  );
  return rows.map((row) => row.key_id);
}

/** The keys of an organization that are not revoked: of those made at a moment (ISO 8601) or before; null: of all. */
export async function keysOfOrganization(db: Database, organizationId: string, until: string | null): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { readonly key_id: string }[] }>(
    `select key_id from read.api_keys where organization_id = ? and revoked_at is null
     and created_at <= coalesce(cast(? as timestamptz), 'infinity') order by created_at`,
    [organizationId, until],
  );
  return rows.map((row) => row.key_id);
}

/** What a person's grant to a program may do, in which epoch of which project. */
export interface HeldGrant {
  readonly project_id: string;
  readonly epoch: number;
  readonly scopes: readonly string[];
}

const grantsLooked = 100;

/** A person's grants to a program that work at a moment, in whatever epoch, the newest first. */
export async function grantsHeld(
  db: Database,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
  clientId: string,
  now: Date,
): Promise<readonly HeldGrant[]> {
  const { rows } = await db.raw<{ rows: HeldGrant[] }>(
    `select project_id, epoch, scopes from read.api_keys
     where organization_id = ? and revoked_at is null and user_id = ? and source = 'oauth' and client_id = ? and expires_at > ?
     order by created_at desc, key_id limit ?`,
    [organizationId, userId, clientId, now, grantsLooked],
  );
  return rows;
}

/** So many revoked keys are listed. */
const revokedListed = 500;

/** Of a portion that ends with this key, the next one begins after it. */
interface LastEnding {
  readonly keyId: string;
  readonly expiresAt: Date;
}

/** Keys whose time is over and that are not revoked, in the order of their ends, at most `limit` after `after`. */
export const endedKeys = (db: Database, now: Date, after: LastEnding | null, limit: number): Promise<LastEnding[]> =>
  keysEnding(db, 'expires_at <= :now', { now }, after, limit);

const announcedBefore = "interval '14 days'";

/** The same for keys that end within two weeks, live longer than that, and were not announced. */
export const keysToAnnounce = (db: Database, now: Date, after: LastEnding | null, limit: number): Promise<LastEnding[]> =>
  keysEnding(
    db,
    `expires_at > :now and expires_at <= :now + ${announcedBefore} and not is_expiring and expires_at - created_at > ${announcedBefore}`,
    { now },
    after,
    limit,
  );

async function keysEnding(
  db: Database,
  condition: string,
  { now }: { readonly now: Date },
  after: LastEnding | null,
  limit: number,
): Promise<LastEnding[]> {
  const last = { expiresAt: after?.expiresAt.toISOString() ?? '-infinity', keyId: after?.keyId ?? '00000000-0000-0000-0000-000000000000' };
  const { rows } = await db.raw<{ rows: { key_id: string; expires_at: Date }[] }>(
    `select key_id, expires_at from read.api_keys
     where revoked_at is null and ${condition.replaceAll(':now', 'cast(:now as timestamptz)')}
       and (expires_at, key_id) > (cast(:expiresAt as timestamptz), cast(:keyId as uuid))
     order by expires_at, key_id limit :limit`,
    { now: now.toISOString(), ...last, limit },
  );
  return rows.map((row) => ({ keyId: row.key_id, expiresAt: row.expires_at }));
}

/** How many keys of a project's present epoch work at a moment. */
export async function countApiKeys(
  db: Database,
  { projectId, epoch }: { readonly projectId: string; readonly epoch: number },
  now: Date,
): Promise<number> {
  const working = db('read.api_keys')
    .where({ project_id: projectId, epoch, revoked_at: null })
    .andWhere((row) => row.whereNull('expires_at').orWhere('expires_at', '>', now));
  const [row] = (await working.count({ count: '*' })) as { count: string | number }[];
  return Number(row?.count ?? 0);
}

/**
 * The keys of a project's present epoch, newest first: those that work, whose number the plan bounds, and the 500 that were revoked
 * last.
 */
export async function listApiKeys(
  db: Database,
  { projectId, epoch }: { readonly projectId: string; readonly epoch: number },
): Promise<ApiKeyRow[]> {
  const { rows } = await db.raw<{ rows: ApiKeyRow[] }>(
    `select key_id, project_id, name, prefix, scopes, account_ids, created_at, expires_at, source, client_id, client_name, mode, user_id, revoked_at, maker_key_ids from (
       (select * from read.api_keys where project_id = :projectId and epoch = :epoch and revoked_at is null)
       union all
       (select * from read.api_keys where project_id = :projectId and epoch = :epoch and revoked_at is not null
        order by revoked_at desc, key_id limit :revoked)) listed
     order by created_at desc, key_id`,
    { projectId, epoch, revoked: revokedListed },
  );
  return rows;
}
