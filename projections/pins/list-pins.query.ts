import type { PinView } from '@pps/pins/events';
import { anyScript, containing, type Database } from '@pps/read-store';

export const pinSorts = [
  'created_at_desc',
  'created_at_asc',
  'published_at_desc',
  'published_at_asc',
  'title_asc',
  'title_desc',
  'status_asc',
  'status_desc',
] as const;
export type PinSort = (typeof pinSorts)[number];

export interface PinFilter {
  readonly projectId: string;
  readonly epoch: number;
  /** Null = every account. */
  readonly accountIds: readonly string[] | null;
  readonly accountId?: string | undefined;
  readonly boardId?: string | undefined;
  readonly status?: string | undefined;
  readonly errorCode?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Found in title, description, link or board id, whatever the case. */
  readonly q?: string | undefined;
  readonly sort: PinSort;
  readonly limit: number;
  readonly offset: number;
}

const orders: Readonly<Record<PinSort, string>> = {
  created_at_desc: 'created_at desc, queued_position desc',
  created_at_asc: 'created_at asc, queued_position asc',
  published_at_desc: 'published_at desc nulls last, queued_position desc',
  published_at_asc: 'published_at asc nulls last, queued_position asc',
  title_asc: `title ${anyScript} asc, queued_position asc`,
  title_desc: `title ${anyScript} desc, queued_position desc`,
  status_asc: 'status asc, queued_position asc',
  status_desc: 'status desc, queued_position desc',
};

/** A page of pins and how many there are in all. */
export async function listPins(db: Database, filter: PinFilter): Promise<{ pins: PinView[]; total: number }> {
  const matching = db('read.pins').where({ project_id: filter.projectId, epoch: filter.epoch });
  if (filter.accountIds) void matching.whereIn('account_id', [...filter.accountIds]);
  if (filter.accountId !== undefined) void matching.where('account_id', filter.accountId);
  if (filter.boardId !== undefined) void matching.where('board_id', filter.boardId);
  if (filter.status !== undefined) void matching.where('status', filter.status);
  if (filter.errorCode !== undefined) void matching.where('error_code', filter.errorCode);
  if (filter.since !== undefined) void matching.where('created_at', '>=', filter.since);
  if (filter.until !== undefined) void matching.where('created_at', '<', filter.until);
  if (filter.q !== undefined) {
    const pattern = containing(filter.q);
    const columns = ['title', "(folded->'content'->>'description')", 'link_url', 'board_id'];
    const anyOf = columns.map((column) => `${column} ${anyScript} ilike ?`).join(' or ');
    void matching.whereRaw(
      `(${anyOf})`,
      columns.map(() => pattern),
    );
  }
  const [rows, counted] = await Promise.all([
    matching.clone().orderByRaw(orders[filter.sort]).limit(filter.limit).offset(filter.offset).select('folded') as Promise<
      { folded: PinView }[]
    >,
    matching.clone().count({ count: '*' }).first() as Promise<{ count: string } | undefined>,
  ]);
  return { pins: rows.map((row) => row.folded), total: Number(counted?.count ?? 0) };
}

/** One pin of the project, or null. */
export async function findPinRow(db: Database, projectId: string, epoch: number, pinId: string): Promise<PinView | null> {
  const row = (await db('read.pins').where({ pin_id: pinId, project_id: projectId, epoch }).first('folded')) as
    { folded: PinView } | undefined;
  return row?.folded ?? null;
}

/** Those of these pins that the project has. */
export async function findPinRows(db: Database, projectId: string, epoch: number, pinIds: readonly string[]): Promise<PinView[]> {
  const rows = (await db('read.pins')
    .whereIn('pin_id', [...pinIds])
    .where({ project_id: projectId, epoch })
    .select('folded')) as { folded: PinView }[];
  return rows.map((row) => row.folded);
}

/** Which of these platform pins belong to some pin of ours. */
export async function findOwnedPlatformPins(db: Database, platformPinIds: readonly string[]): Promise<Set<string>> {
  const rows = (await db('read.pins')
    .whereRaw('platform_pin_id = any(?::text[])', [[...platformPinIds]])
    .select('platform_pin_id')) as { platform_pin_id: string }[];
  return new Set(rows.map((row) => row.platform_pin_id));
}
