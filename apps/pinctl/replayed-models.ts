import { standsElsewhere } from '@pps/audit';
import { plans } from '@pps/billing/events';

/** Whose history is replayed: that of a project, or that of an organization beside its projects. */
export type ReplayedHistory = 'project' | 'organization';

/** The read models whose rows the facts of one history alone make. */
export const replayedModels: Readonly<Record<ReplayedHistory, readonly string[]>> = {
  project: [
    'accounts',
    'activity_log',
    'api_keys',
    'assets',
    'import_jobs',
    'pins',
    'pin_times',
    'proposals',
    'publish_queue',
    'quota_ledger',
    'resource_versions',
    'rollups',
    'schedules',
    'schedule_queue',
    'webhooks',
    'webhook_deliveries',
    'workspaces',
  ],
  organization: ['activity_log', 'sessions'],
};

/** What is not compared, by table or column, and why: nobody is to believe that it was. */
export const notCompared: Readonly<Record<ReplayedHistory, Readonly<Record<string, string>>>> = {
  project: {
    sessions: 'they are in the history of the organization: replay that one',
    audit_facts: 'the index of the history itself: pinctl audit verify',
    publish_waiting_total: 'sums over all projects',
    'pin_search.nth': 'one less where a pin before was passed over; the texts are compared',
    'pin_search.hashes': 'of the texts, but for those of the first pins; the texts are compared',
    activity_retention: 'the plan is in the history of the organization',
    'activity_log.retention_days': 'the same',
    'activity_log.expires_at': 'the same; an entry that the log has no more is named if every plan would still keep it',
  },
  organization: {
    'everything of its projects': 'each has a history of its own: replay those',
    audit_facts: 'the index of the history itself: pinctl audit verify',
    activity_retention: 'replayed entries do not expire, so that none is missed',
    activity_subject: 'projects and the organization know them together',
    'activity_log.retention_days': 'the same as activity_retention',
    'activity_log.expires_at': 'the same; an entry that the log has no more is named if every plan would still keep it',
    'activity_log.actor_user_id': 'of what an API key did: keys are in the histories of projects',
  },
};

/** How one table is compared: by conditions on `compared`, a row of it. */
export interface ReplayComparison {
  readonly withoutColumns: readonly string[];
  /** Which rows are the history's. */
  readonly ours: string;
  /** Which live rows have to be in the replayed table. */
  readonly live: string;
  /** Which replayed rows have to be in the live table. */
  readonly replayed: string;
}

/** Days for which every plan keeps activity. */
const leastRetentionDays = Math.min(...Object.values(plans).map(({ activityLogRetentionDays }) => activityLogRetentionDays));

/** The comparison of a table by its columns, under its three names. Null where the table is not compared. Conditions have the parameter `treeId`. */
export function comparisonOf(
  history: ReplayedHistory,
  {
    table,
    columns,
    liveTable,
    replayedTable,
  }: { readonly table: string; readonly columns: readonly string[]; readonly liveTable: string; readonly replayedTable: string },
): ReplayComparison | null {
  if (table in notCompared[history]) return null;
  const withoutColumns = columns.filter((column) => `${table}.${column}` in notCompared[history]);
  const ours = ownership(history, columns) ?? `"${columns[0]}" in (select "${columns[0]}" from ${replayedTable})`;
  if (table !== 'activity_log') return { withoutColumns, ours, live: 'true', replayed: 'true' };
  return {
    withoutColumns,
    ours,
    // Of what the log tells of here some stands in another history, that of a project that somebody signed in to, for one.
    live: `not ${standsElsewhere('compared.id')}`,
    replayed: `(created_at > now() - interval '${leastRetentionDays} days' or exists (
      select from ${liveTable} as shown where shown.position = compared.position))`,
  };
}

function ownership(history: ReplayedHistory, columns: readonly string[]): string | null {
  const owners = history === 'project' ? ['project_id', 'scope_id'] : ['scope_id', 'organization_id'];
  const owner = owners.find((name) => columns.includes(name));
  return owner === undefined ? null : `${owner} = :treeId`;
}
