import type { Database } from '@pps/read-store';
import type { Knex } from 'knex';
import { categoryOfAction, type ActivityCategory, type ActivityStatus } from './activity';
import type { ActivityActor } from './activity_log.tables';

export interface ActivityCursor {
  readonly createdAt: Date;
  readonly position: string;
}

export interface ActivityLogQuestion {
  /** Null: without the entries of the organization. */
  readonly organizationId: string | null;
  readonly projectId: string;
  readonly epoch: number;
  /** Only entries about these accounts; null = every entry, those of the organization too. */
  readonly accountIds: readonly string[] | null;
  readonly category?: ActivityCategory | undefined;
  readonly action?: string | undefined;
  readonly resourceType?: string | undefined;
  readonly resourceId?: string | undefined;
  /** A kind of actor, or the id of one; a user's id finds what the user's API keys did, too. */
  readonly actor?: string | undefined;
  readonly status?: ActivityStatus | undefined;
  readonly since?: string | undefined;
  /** Not in it. */
  readonly until?: string | undefined;
  /** The page begins behind it. */
  readonly before: ActivityCursor | null;
  /** Entries per page; the answer has one more where there is one. */
  readonly limit: number;
  /** Entries that have expired by then are not shown, */
  readonly now: Date;
  /** but for those that the present plan keeps longer than the one they were written under. */
  readonly retentionDays: number;
}

export interface ActivityRow {
  readonly position: string;
  readonly id: string;
  readonly created_at: Date;
  readonly action: string;
  readonly category: ActivityCategory;
  readonly status: ActivityStatus;
  readonly message: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly resource_type: string;
  readonly resource_id: string;
  readonly actor_type: ActivityActor['type'];
  readonly actor_id: string | null;
  readonly actor_user_id: string | null;
  readonly request_id: string | null;
  readonly retention_days: number;
}

const columns = [
  ...['position', 'id', 'created_at', 'action', 'category', 'status', 'message', 'metadata', 'resource_type', 'resource_id'],
  ...['actor_type', 'actor_id', 'actor_user_id', 'request_id', 'retention_days'],
];

/** Entries of the project and of its organization, newest first: at most one more than `limit`. */
export async function readActivityPage(db: Database, question: ActivityLogQuestion): Promise<ActivityRow[]> {
  const { projectId, organizationId, epoch, accountIds, limit } = question;
  const entries = entriesOf(db, question).whereRaw('scope_id = seen.scope and epoch = seen.epoch');
  if (accountIds) void entries.whereRaw('account_id = seen.account');
  const run = entries
    .orderByRaw(newestFirst)
    .limit(limit + 1)
    .select(columns);
  // A run of an index for each scope or account: a condition on several of them would read all of their entries.
  const runs = accountIds
    ? db.raw('(select ?::uuid as scope, ?::int as epoch, unnest(?::uuid[]) as account) as seen cross join lateral ? as run', [
        ...[projectId, epoch],
        ...[[...accountIds], run],
      ])
    : db.raw('(values (?::uuid, ?::int), (?::uuid, 0)) as seen (scope, epoch) cross join lateral ? as run', [
        ...[projectId, epoch, organizationId],
        run,
      ]);
  return (await db
    .from(runs)
    .select('run.*')
    .orderByRaw(newestFirst)
    .limit(limit + 1)) as ActivityRow[];
}

const newestFirst = 'created_at desc, position desc';

function entriesOf(db: Database, question: ActivityLogQuestion): Knex.QueryBuilder {
  const { category, action, resourceType, resourceId, actor, status, since, until, before, now, retentionDays } = question;
  const rows = db('read.activity_log').whereRaw(`(expires_at > ?::timestamptz or created_at > ?::timestamptz - make_interval(days => ?))`, [
    now,
    now,
    retentionDays,
  ]);
  const ofAction = action === undefined ? null : categoryOfAction(action);
  if (ofAction !== null) void rows.where({ category: ofAction });
  if (category !== undefined) void rows.where({ category });
  if (action !== undefined) void rows.where({ action });
  if (resourceType !== undefined) void rows.where({ resource_type: resourceType });
  if (resourceId !== undefined) void rows.where({ resource_id: resourceId });
  if (actor !== undefined) void rows.whereRaw('(actor_type = ? or actor_id = ? or actor_user_id::text = ?)', [actor, actor, actor]);
  if (status !== undefined) void rows.where({ status });
  if (since !== undefined) void rows.where('created_at', '>=', since);
  if (until !== undefined) void rows.where('created_at', '<', until);
  if (before) void rows.whereRaw('(created_at, position) < (?::timestamptz, ?::bigint)', [before.createdAt, before.position]);
  return rows;
}
