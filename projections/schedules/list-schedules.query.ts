import type { PinState } from '@pps/pins/events';
import { filterByContent, type ContentFilter } from '@projections/pins/filter-by-content.query';
import { anyScript, containing, type Database } from '@pps/read-store';
import { describeSchedule, followedPin, type Schedule, type ScheduleView } from '@pps/schedules/events';

export const scheduleSorts = [
  'run_at_desc',
  'run_at_asc',
  'created_at_desc',
  'created_at_asc',
  'title_asc',
  'title_desc',
  'status_asc',
  'status_desc',
] as const;
export type ScheduleSort = (typeof scheduleSorts)[number];

export interface ScheduleFilter extends ContentFilter {
  readonly sort: ScheduleSort;
  readonly limit: number;
  readonly offset: number;
}

const orders: Readonly<Record<ScheduleSort, string>> = {
  run_at_desc: 'run_at desc, created_position desc',
  run_at_asc: 'run_at asc, created_position asc',
  created_at_desc: 'created_position desc',
  created_at_asc: 'created_position asc',
  title_asc: `title ${anyScript} asc, created_position asc`,
  title_desc: `title ${anyScript} desc, created_position desc`,
  status_asc: 'status asc, created_position asc',
  status_desc: 'status desc, created_position desc',
};

interface Row {
  readonly folded: Schedule;
  readonly pin: PinState;
}

const searched = ['title', 'description', 'link_url', 'board_id'];

/** A page of schedules and how many there are in all; `since` and `until` are about their `run_at`. */
export async function listSchedules(db: Database, filter: ScheduleFilter): Promise<{ schedules: ScheduleView[]; total: number }> {
  const matching = filterByContent(db('read.schedules'), 'run_at', filter);
  if (filter.q !== undefined) {
    const anyOf = searched.map((text) => `${text} ${anyScript} ilike ?`).join(' or ');
    void matching.whereRaw(
      `(${anyOf})`,
      Array.from(searched, () => containing(filter.q ?? '')),
    );
  }
  const [rows, counted] = await Promise.all([
    matching.clone().orderByRaw(orders[filter.sort]).limit(filter.limit).offset(filter.offset).select('folded', 'pin') as Promise<Row[]>,
    matching.clone().count({ count: '*' }).first() as Promise<{ count: string } | undefined>,
  ]);
  return { schedules: rows.map(viewOf), total: Number(counted?.count ?? 0) };
}

/** One schedule of the project, or null. */
export async function findScheduleRow(db: Database, projectId: string, epoch: number, scheduleId: string): Promise<ScheduleView | null> {
  const row = (await db('read.schedules').where({ schedule_id: scheduleId, project_id: projectId, epoch }).first('folded', 'pin')) as
    Row | undefined;
  return row ? viewOf(row) : null;
}

/** Those of these schedules that the project has. */
export async function findScheduleRows(
  db: Database,
  projectId: string,
  epoch: number,
  scheduleIds: readonly string[],
): Promise<ScheduleView[]> {
  const rows = (await db('read.schedules')
    .whereIn('schedule_id', [...scheduleIds])
    .where({ project_id: projectId, epoch })
    .select('folded', 'pin')) as Row[];
  return rows.map(viewOf);
}

const viewOf = ({ folded, pin }: Row): ScheduleView => describeSchedule(folded, followedPin(pin));
