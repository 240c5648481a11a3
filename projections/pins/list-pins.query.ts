import type { PinView } from '@pps/pins/events';
import { anyScript, type Database } from '@pps/read-store';
import { filterByContent, type ContentFilter } from './filter-by-content.query';

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

export interface PinFilter extends ContentFilter {
  readonly sort: PinSort;
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

const pinRows = { table: 'read.pins', moment: 'created_at', description: "(folded->'content'->>'description')" };

/** A page of pins and how many there are in all; `since` and `until` are about their creation. */
export async function listPins(db: Database, filter: PinFilter): Promise<{ pins: PinView[]; total: number }> {
  const { rows, total } = await filterByContent<{ folded: PinView }>(db, pinRows, filter, orders[filter.sort], ['folded']);
  return { pins: rows.map(({ folded }) => folded), total };
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
