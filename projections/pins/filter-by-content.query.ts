import { anyScript, containing, type Database } from '@pps/read-store';

/** What a list of pins or of schedules is narrowed to; what is undefined narrows nothing. */
export interface ContentFilter {
  readonly projectId: string;
  readonly epoch: number;
  /** Null = every account. */
  readonly accountIds: readonly string[] | null;
  readonly accountId?: string | undefined;
  readonly boardId?: string | undefined;
  readonly status?: string | undefined;
  readonly errorCode?: string | undefined;
  /** At this moment or later. */
  readonly since?: string | undefined;
  /** Before this moment. */
  readonly until?: string | undefined;
  /** Found in title, description, link or board id, whatever the case. */
  readonly q?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** A read model whose rows show the content of a pin. */
export interface ContentTable {
  readonly table: string;
  /** Column that `since` and `until` are about. */
  readonly moment: string;
  /** SQL of the description. */
  readonly description: string;
}

/** The rows of a page, in this order (SQL), and how many match in all. */
export async function filterByContent<Row>(
  db: Database,
  { table, moment, description }: ContentTable,
  filter: ContentFilter,
  order: string,
  columns: readonly (keyof Row & string)[],
): Promise<{ rows: Row[]; total: number }> {
  const matching = db(table).where({ project_id: filter.projectId, epoch: filter.epoch });
  if (filter.accountIds) void matching.whereIn('account_id', [...filter.accountIds]);
  if (filter.accountId !== undefined) void matching.where('account_id', filter.accountId);
  if (filter.boardId !== undefined) void matching.where('board_id', filter.boardId);
  if (filter.status !== undefined) void matching.where('status', filter.status);
  if (filter.errorCode !== undefined) void matching.where('error_code', filter.errorCode);
  if (filter.since !== undefined) void matching.where(moment, '>=', filter.since);
  if (filter.until !== undefined) void matching.where(moment, '<', filter.until);
  if (filter.q !== undefined) {
    const pattern = containing(filter.q);
    const searched = ['title', description, 'link_url', 'board_id'];
    const anyOf = searched.map((text) => `${text} ${anyScript} ilike ?`).join(' or ');
    void matching.whereRaw(
      `(${anyOf})`,
      searched.map(() => pattern),
    );
  }
  const [rows, counted] = await Promise.all([
    matching
      .clone()
      .orderByRaw(order)
      .limit(filter.limit)
      .offset(filter.offset)
      .select(...columns) as Promise<Row[]>,
    matching.clone().count({ count: '*' }).first() as Promise<{ count: string } | undefined>,
  ]);
  return { rows, total: Number(counted?.count ?? 0) };
}
