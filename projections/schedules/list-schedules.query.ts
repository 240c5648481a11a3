import type { PinState } from '@pps/pins/events';
import { filterByContent, type ContentFilter } from '@projections/pins/filter-by-content.query';
import { anyScript, containing, readPage, type Database, type PageCursor, type PageOrder } from '@pps/read-store';
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
  /** Where the page before ended; its sort must be this one. */
  readonly cursor?: PageCursor<ScheduleSort> | undefined;
}

const keys = {
  run_at: { columns: { run_at: 'run_at' }, types: ['timestamptz'] },
  created_at: { columns: {}, types: [] },
  title: { columns: { title: `title ${anyScript}` }, types: ['text'] },
  status: { columns: { status: 'status' }, types: ['text'] },
} as const;

/** The order of a sort; schedules that are equal in it come in the order of their creation. */
export function scheduleOrder(sort: ScheduleSort): PageOrder {
  const direction = sort.endsWith('_asc') ? 'asc' : 'desc';
  return { ...keys[sort.slice(0, -direction.length - 1) as keyof typeof keys], direction, position: 'created_position' };
}

interface Row {
  readonly folded: Schedule;
  readonly pin: PinState;
}

const searched = ['title', 'description', 'link_url', 'board_id'];

export interface SchedulePage {
  readonly schedules: readonly ScheduleView[];
  readonly total: number;
  /** Where the next page begins; null behind the last one. */
  readonly next: PageCursor<ScheduleSort> | null;
}

/** A page of schedules and how many there are in all; `since` and `until` are about their `run_at`. */
export async function listSchedules(db: Database, filter: ScheduleFilter): Promise<SchedulePage> {
  const matching = filterByContent(db('read.schedules'), 'run_at', filter);
  if (filter.q !== undefined) {
    const anyOf = searched.map((text) => `${text} ${anyScript} ilike ?`).join(' or ');
    void matching.whereRaw(
      `(${anyOf})`,
      Array.from(searched, () => containing(filter.q ?? '')),
    );
  }
  const [{ rows, next }, counted] = await Promise.all([
    readPage<Row, ScheduleSort>(matching, scheduleOrder(filter.sort), filter, ['folded', 'pin']),
    matching.clone().count({ count: '*' }).first() as Promise<{ count: string } | undefined>,
  ]);
  return { schedules: rows.map(viewOf), total: Number(counted?.count ?? 0), next };
}

/** One schedule of the project, or null. */
export async function findScheduleRow(db: Database, projectId: string, epoch: number, scheduleId: string): Promise<ScheduleView | null> {
  const row = (await db('read.schedules').where({ schedule_id: scheduleId, project_id: projectId, epoch }).first('folded', 'pin')) as
    | Row
    | undefined;
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
