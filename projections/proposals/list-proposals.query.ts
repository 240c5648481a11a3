import type { ProposalStatus } from '@pps/proposals/events';
import { readPage, type Database, type PageCursor, type PageOrder } from '@pps/read-store';

/** Proposals have one order: the newest first. */
export const proposalSort = 'created_at_desc';

export const proposalOrder: PageOrder = { direction: 'desc', columns: {}, types: [], position: 'made_position' };

interface InProject {
  readonly projectId: string;
  readonly epoch: number;
}

/** Keys and grants whose proposals are open by their rows, as they are now. */
export interface EndedAskers {
  /** Those that may ask for nothing any more. */
  readonly ended: readonly string[];
  /** Those that may ask only for what concerns these accounts. */
  readonly limited: readonly { readonly keyId: string; readonly accountIds: readonly string[] }[];
}

export interface ProposalFilter extends InProject {
  readonly askers: EndedAskers;
  readonly status?: ProposalStatus | undefined;
  /** Only those that concern no other accounts, or were made by this key; null: all. */
  readonly permitted: { readonly accountIds: readonly string[]; readonly keyId: string | null } | null;
  readonly limit: number;
  readonly offset: number;
  /** Where the page before ended. */
  readonly cursor?: PageCursor<typeof proposalSort> | undefined;
}

/** A proposal in a list, without its items. */
export interface ListedProposal {
  readonly proposal_id: string;
  readonly project_id: string;
  readonly key_id: string | null;
  readonly client_name: string | null;
  readonly total_items: number;
  readonly open_items: number;
  readonly approved_items: number;
  readonly made_at: Date;
  readonly updated_at: Date;
  readonly expires_at: Date;
  readonly ended_at: Date | null;
  readonly account_ids: readonly string[];
}

const listed: readonly (keyof ListedProposal)[] = [
  ...(['proposal_id', 'project_id', 'key_id', 'client_name', 'total_items', 'open_items', 'approved_items'] as const),
  ...(['made_at', 'updated_at', 'expires_at', 'ended_at', 'account_ids'] as const),
];

export interface ListedProposals {
  readonly rows: readonly (ListedProposal & { readonly status: ProposalStatus })[];
  readonly total: number;
  /** Where the next page begins; null behind the last one. */
  readonly next: PageCursor<typeof proposalSort> | null;
}

/** A page of proposals at a moment, the newest first, and how many there are in all. */
export async function listProposals(db: Database, filter: ProposalFilter, now: Date): Promise<ListedProposals> {
  const matching = db('read.proposal').where({ project_id: filter.projectId, epoch: filter.epoch });
  if (filter.status !== undefined) void matching.whereRaw(...conditionOf(filter.status, filter.askers, now));
  if (filter.permitted !== null) {
    const { accountIds, keyId } = filter.permitted;
    void matching.whereRaw('(account_ids <@ ?::uuid[] or key_id = ?)', [[...accountIds], keyId]);
  }
  const [{ rows, next }, counted] = await Promise.all([
    readPage<ListedProposal, typeof proposalSort>(matching, proposalOrder, { ...filter, sort: proposalSort }, [...listed]),
    matching.clone().count({ count: '*' }).first() as Promise<{ count: string } | undefined>,
  ]);
  return { rows: rows.map((row) => ({ ...row, status: statusOf(row, filter.askers, now) })), total: Number(counted?.count ?? 0), next };
}

/** As `conditionOf` selects it. */
function statusOf(
  { open_items: open, expires_at: expiresAt, ended_at: endedAt, key_id: keyId, account_ids: accountIds }: ListedProposal,
  { ended, limited }: EndedAskers,
  now: Date,
): ProposalStatus {
  if (open === 0) return 'decided';
  if (expiresAt <= now) return 'expired';
  const isBeyond = limited.some((asker) => asker.keyId === keyId && accountIds.some((id) => !asker.accountIds.includes(id)));
  return endedAt !== null || isBeyond || (keyId !== null && ended.includes(keyId)) ? 'ended' : 'open';
}

type Condition = readonly [sql: string, bindings: (Date | string[])[]];

interface Binding {
  readonly sql: string;
  readonly bindings: string[][];
}

function conditionOf(status: ProposalStatus, askers: EndedAskers, now: Date): Condition {
  if (status === 'decided') return ['open_items = 0', []];
  if (status === 'expired') return ['open_items > 0 and expires_at <= ?', [now]];
  const { sql, bindings } = endedBy(askers);
  return [`open_items > 0 and expires_at > ? and ${status === 'ended' ? '' : 'not '}${sql}`, [now, ...bindings]];
}

/** Whether who made a proposal may ask for it no more. */
function endedBy({ ended, limited }: EndedAskers): Binding {
  // In one piece, however many keys there are.
  const accounts = limited.flatMap(({ keyId, accountIds }) => accountIds.map((accountId) => ({ keyId, accountId })));
  const beyond = `key_id = any(?::uuid[]) and not account_ids <@ array(
    select account_id from unnest(?::uuid[], ?::uuid[]) as allowed (of_key, account_id) where of_key = key_id)`;
  return {
    sql: `coalesce(ended_at is not null or key_id = any(?::uuid[]) or (${beyond}), false)`,
    bindings: [
      [...ended],
      limited.map(({ keyId }) => keyId),
      accounts.map(({ keyId }) => keyId),
      accounts.map(({ accountId }) => accountId),
    ],
  };
}

/** The keys and grants that made what is open in a project by its rows. */
export async function findOpenAskers(db: Database, { projectId, epoch }: InProject, now: Date): Promise<readonly string[]> {
  const rows = (await db('read.proposal')
    .where({ project_id: projectId, epoch, ended_at: null })
    .where('open_items', '>', 0)
    .where('expires_at', '>', now)
    .whereNotNull('key_id')
    .distinct('key_id')) as { key_id: string }[];
  return rows.map((row) => row.key_id);
}

/**
 * How many items wait for a person: of one key (null: of the person in sessions), and of the project in all. Those of a key that may not ask for them just
 * now count: they are open again once it may.
 */
export async function countOpenItems(
  db: Database,
  { projectId, epoch, keyId, endedKeyIds }: InProject & { readonly keyId: string | null; readonly endedKeyIds: readonly string[] },
  now: Date,
): Promise<{ readonly proposer: number; readonly project: number }> {
  const [row] = (await db('read.proposal')
    .where({ project_id: projectId, epoch })
    .whereRaw(...conditionOf('open', { ended: endedKeyIds, limited: [] }, now))
    .select(
      db.raw('coalesce(sum(open_items), 0) as project'),
      db.raw('coalesce(sum(open_items) filter (where key_id is not distinct from ?::uuid), 0) as proposer', [keyId]),
    )) as { project: string; proposer: string }[];
  return { proposer: Number(row?.proposer ?? 0), project: Number(row?.project ?? 0) };
}
