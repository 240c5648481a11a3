import type { ProposalStatus } from '@pps/proposals/events';
import { readPage, type Database, type PageCursor, type PageOrder } from '@pps/read-store';

/** Proposals have one order: the newest first. */
export const proposalSort = 'created_at_desc';

export const proposalOrder: PageOrder = { direction: 'desc', columns: {}, types: [], position: 'made_position' };

interface InProject {
  readonly projectId: string;
  readonly epoch: number;
}

export interface ProposalFilter extends InProject {
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
}

const listed: readonly (keyof ListedProposal)[] = [
  ...(['proposal_id', 'project_id', 'key_id', 'client_name', 'total_items', 'open_items', 'approved_items'] as const),
  ...(['made_at', 'updated_at', 'expires_at', 'ended_at'] as const),
];

export interface ListedProposals {
  readonly rows: readonly ListedProposal[];
  readonly total: number;
  /** Where the next page begins; null behind the last one. */
  readonly next: PageCursor<typeof proposalSort> | null;
}

/** A page of proposals at a moment, the newest first, and how many there are in all. */
export async function listProposals(db: Database, filter: ProposalFilter, now: Date): Promise<ListedProposals> {
  const matching = db('read.proposal').where({ project_id: filter.projectId, epoch: filter.epoch });
  if (filter.status !== undefined) void matching.whereRaw(conditions[filter.status], filter.status === 'decided' ? [] : [now]);
  if (filter.permitted !== null) {
    const { accountIds, keyId } = filter.permitted;
    void matching.whereRaw('(account_ids <@ ?::uuid[] or key_id = ?)', [[...accountIds], keyId]);
  }
  const [{ rows, next }, counted] = await Promise.all([
    readPage<ListedProposal, typeof proposalSort>(matching, proposalOrder, { ...filter, sort: proposalSort }, [...listed]),
    matching.clone().count({ count: '*' }).first() as Promise<{ count: string } | undefined>,
  ]);
  return { rows, total: Number(counted?.count ?? 0), next };
}

/** The status of such a row at a moment. */
export function statusOfListed({ open_items: open, expires_at: expiresAt, ended_at: endedAt }: ListedProposal, now: Date): ProposalStatus {
  if (open === 0) return 'decided';
  if (expiresAt <= now) return 'expired';
  return endedAt === null ? 'open' : 'ended';
}

const conditions: Readonly<Record<ProposalStatus, string>> = {
  open: 'open_items > 0 and ended_at is null and expires_at > ?',
  decided: 'open_items = 0',
  expired: 'open_items > 0 and expires_at <= ?',
  ended: 'open_items > 0 and ended_at is not null and expires_at > ?',
};

/** How many items wait for a person: of one key (null: of the person in sessions), and of the project in all. */
export async function countOpenItems(
  db: Database,
  { projectId, epoch, keyId }: InProject & { readonly keyId: string | null },
  now: Date,
): Promise<{ readonly proposer: number; readonly project: number }> {
  const [row] = (await db('read.proposal')
    .where({ project_id: projectId, epoch })
    .whereRaw(conditions.open, [now])
    .select(
      db.raw('coalesce(sum(open_items), 0) as project'),
      db.raw('coalesce(sum(open_items) filter (where key_id is not distinct from ?::uuid), 0) as proposer', [keyId]),
    )) as { project: string; proposer: string }[];
  return { proposer: Number(row?.proposer ?? 0), project: Number(row?.project ?? 0) };
}
