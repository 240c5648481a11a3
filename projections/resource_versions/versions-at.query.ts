import type { Connection } from '@pps/connections/events';
import type { ApiKey } from '@pps/identity/events';
import type { Database } from '@pps/read-store';

/** Whose keys or accounts, and when. */
export interface VersionsQuestion {
  readonly projectId: string;
  /** The project's present epoch: what a sandbox held before its reset is gone for every reader. */
  readonly epoch: number;
  readonly at: Date;
}

/** The newest ones of what was gone by then are answered, so many. */
const goneListed = { apikey: 500, connection: 1_000 } as const;

/** The project's API keys at a moment, newest first: those that worked, and the 500 that had been revoked last. */
export async function apiKeysAt(db: Database, question: VersionsQuestion): Promise<ApiKey[]> {
  const keys = await versionsAt<ApiKey>(db, 'apikey', question);
  return keys.sort((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : a.keyId < b.keyId ? -1 : 1));
}

/** The project's platform accounts at a moment, in the order they were connected: those that were, and the 1,000 that had been revoked last. */
export async function accountsAt(db: Database, question: VersionsQuestion): Promise<Connection[]> {
  const accounts = await versionsAt<Connection>(db, 'connection', question);
  return accounts.sort((a, b) =>
    a.connectedAt < b.connectedAt ? -1 : a.connectedAt > b.connectedAt ? 1 : a.accountId < b.accountId ? -1 : 1,
  );
}

async function versionsAt<State>(db: Database, category: keyof typeof goneListed, question: VersionsQuestion): Promise<State[]> {
  const { projectId, epoch, at } = question;
  const { rows } = await db.raw<{ rows: { state: State }[] }>(
    `with version as materialized (
       select distinct on (stream) stream, state from read.resource_version
       where project_id = :projectId and category = :category and epoch = :epoch and counts_from <= :at::timestamptz
       order by stream, revision desc)
     (select state from version where state ->> 'revokedAt' is null)
     union all
     (select state from version where state ->> 'revokedAt' is not null order by state ->> 'revokedAt' desc, stream limit :gone)`,
    { projectId, category, epoch, at: at.toISOString(), gone: goneListed[category] },
  );
  return rows.map(({ state }) => state);
}
