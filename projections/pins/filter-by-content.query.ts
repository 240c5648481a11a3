import type { Database } from '@pps/read-store';

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
}

/** Narrows rows that show the content of a pin by all but their text; `since` and `until` are about the column `moment`. */
export function filterByContent(rows: ReturnType<Database>, moment: string, filter: ContentFilter): ReturnType<Database> {
  void rows.where({ project_id: filter.projectId, epoch: filter.epoch });
  if (filter.accountIds) void rows.whereRaw('account_id = any(?::uuid[])', [[...filter.accountIds]]);
  if (filter.accountId !== undefined) void rows.where('account_id', filter.accountId);
  if (filter.boardId !== undefined) void rows.where('board_id', filter.boardId);
  if (filter.status !== undefined) void rows.where('status', filter.status);
  if (filter.errorCode !== undefined) void rows.where('error_code', filter.errorCode);
  if (filter.since !== undefined) void rows.where(moment, '>=', filter.since);
  if (filter.until !== undefined) void rows.where(moment, '<', filter.until);
  return rows;
}
