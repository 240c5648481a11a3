import { leaseIsHeld, type FencingToken } from '@pps/leases';
import { isBeingRemoved, isPassedOver, type Database } from '@pps/read-store';

/** The lease under which one process fires schedules. */
export const firingDuty = 'schedule-firing';

/** What a schedule that cannot be fired is passed over for. */
export const firingTask = 'fire';

/** A schedule whose time has come. */
export interface DueSchedule {
  readonly scheduleId: string;
  readonly projectId: string;
}

interface DueScheduleRead {
  /** By the database's clock, when it was asked: no process's own clock makes a schedule fire early. */
  readonly now: Date;
  readonly due: readonly DueSchedule[];
  /** How long until the next one is due, in milliseconds; 0 where more may be due already, null where none waits. */
  readonly nextInMs: number | null;
}

/** What firing asks of the schedules that wait. */
export interface DueSchedules {
  /**
   * At most `most` schedules that are due, fairly over projects: one of each, then a second of each, and so on; of more than 512 projects some at a
   * time. `taken` are left out: those that are being fired, or were a moment ago. So are the projects of `busy`; of them more may be due.
   */
  read(most: number, taken: readonly string[], busy?: ReadonlySet<string>): Promise<DueScheduleRead>;
  /** At most `most` schedules of projects of which nothing is due yet but something will be within so many milliseconds. */
  readAhead(withinMs: number, most: number): Promise<readonly string[]>;
}

const isLeftOut = `(schedule_id = any(:taken::uuid[]) or ${isPassedOver(firingTask, 'schedule_id::text')}
  or ${isBeingRemoved('schedule_queue', 'project_id', 'epoch')})`;

interface Project {
  readonly project_id: string | null;
  readonly next_due_at: string | null;
  readonly now: Date;
}

/** The schedules that are due, as the holder of this token may see them: nobody else gets any, so that a leader that was stopped fires nothing. */
export function dueSchedules(db: Database, { holder, epoch }: FencingToken): DueSchedules {
  const token = { duty: firingDuty, holder, epoch: epoch.toString() };

  /** Projects of which something is due, in the order of their next times, those after a place in it. */
  const readProjects = async (after: DueProjectPosition | null, count: number): Promise<DueProjectPage> => {
    const { rows } = await db.raw<{ rows: Project[] }>(
      `with present as materialized (select clock_timestamp() as now)
       select project_id, next_due_at, present.now from present left join lateral (
         select project_id, next_due_at::text from read.schedule_due_project
         where next_due_at <= present.now and (next_due_at, project_id) > (:dueAt::timestamptz, :projectId::uuid) and ${leaseIsHeld}
         order by read.schedule_due_project.next_due_at, project_id limit :count) as project on true`,
      { ...token, dueAt: after?.dueAt ?? '-infinity', projectId: after?.projectId ?? '00000000-0000-0000-0000-000000000000', count },
    );
    const places = rows.flatMap(({ project_id, next_due_at }) =>
      project_id === null || next_due_at === null ? [] : [{ projectId: project_id, dueAt: next_due_at }],
    );
    return { now: rows[0]?.now ?? new Date(0), places };
  };

  const readOf = async (projects: readonly string[], now: Date, each: number, taken: readonly string[]) => {
    const { rows } = await db.raw<{ rows: { project_id: string; schedule_id: string; place: string }[] }>(
      `select project.id as project_id, due.schedule_id, row_number() over (partition by project.id order by due.due_at, due.schedule_id) as place
       from unnest(:projects::uuid[]) as project (id) cross join lateral (
         select schedule_id, due_at from read.schedule_queue
         where project_id = project.id and due_at <= :now and not ${isLeftOut} order by due_at limit :each) as due`,
      { projects: [...projects], now, each, taken: [...taken] },
    );
    return rows;
  };

  const readNext = async (now: Date, busy: readonly string[]): Promise<number | null> => {
    const { rows } = await db.raw<{ rows: { next: Date | null; now: Date }[] }>(
      `select clock_timestamp() as now, least(
         (select min(next_due_at) from read.schedule_due_project where next_due_at > :now),
         (select min(next.due_at) from unnest(:busy::uuid[]) as project (id) cross join lateral (
            select due_at from read.schedule_queue where project_id = project.id and due_at > :now order by due_at limit 1) as next)) as next`,
      { now, busy: [...busy] },
    );
    const [row] = rows;
    return row?.next ? Math.max(0, row.next.getTime() - row.now.getTime()) : null;
  };

  const pages = new DueProjectPages(readProjects);

  return {
    async read(most, taken, busy = new Set()): Promise<DueScheduleRead> {
      const { now, projects: found, isWhole } = await pages.next();
      const projects = found.filter((project) => !busy.has(project));
      const each = Math.max(1, Math.ceil(most / Math.max(1, projects.length)));
      const rows = projects.length > 0 ? await readOf(projects, now, each, taken) : [];
      const order = new Map(projects.map((project, index) => [project, index]));
      const fair = rows
        .map(({ project_id, schedule_id, place }) => ({ projectId: project_id, scheduleId: schedule_id, place: Number(place) }))
        .sort((a, b) => a.place - b.place || (order.get(a.projectId) ?? 0) - (order.get(b.projectId) ?? 0));
      const due: DueSchedule[] = fair.slice(0, most).map(({ projectId, scheduleId }) => ({ projectId, scheduleId }));
      pages.noteServed(due.map(({ projectId }) => projectId));
      // Of the projects of other pages, and of those left out, more may be due.
      const nextInMs = due.length > 0 || !isWhole || projects.length < found.length ? 0 : await readNext(now, projects);
      return { now, due, nextInMs };
    },

    async readAhead(withinMs, most): Promise<readonly string[]> {
      const { rows } = await db.raw<{ rows: { schedule_id: string }[] }>(
        `with present as materialized (select clock_timestamp() as now)
         select due.schedule_id from present cross join lateral (
           select project_id from read.schedule_due_project
           where next_due_at > present.now and next_due_at <= present.now + :withinMs * interval '1 millisecond' and ${leaseIsHeld}
           order by next_due_at limit :most) as project
         cross join lateral (
           select schedule_id from read.schedule_queue where project_id = project.project_id
             and due_at <= present.now + :withinMs * interval '1 millisecond' order by due_at limit :most) as due
         limit :most`,
        { ...token, withinMs, most },
      );
      return rows.map(({ schedule_id }) => schedule_id);
    },
  };
}

/** Where a project stands in the order of the next times: its time as PostgreSQL writes it, with its microseconds, and its id. */
interface DueProjectPosition {
  readonly dueAt: string;
  readonly projectId: string;
}

interface DueProjectPage {
  /** By the database's clock. */
  readonly now: Date;
  readonly places: readonly DueProjectPosition[];
}

const projectsAtOnce = 512;

/**
 * Goes through the projects of which something is due, however many they are: each of a page of 512 is served once, then those of the next page
 * are. So projects of which nothing can be fired just now, however many, keep no other waiting.
 */
class DueProjectPages {
  private after: DueProjectPosition | null = null;
  private lastServed = '';
  private unserved = 0;
  private end: DueProjectPosition | null = null;

  constructor(private readonly readPage: (after: DueProjectPosition | null, count: number) => Promise<DueProjectPage>) {}

  /** The projects to serve next, the one after the last served first; `isWhole` where they are all of which something is due. */
  async next(): Promise<{ readonly now: Date; readonly projects: readonly string[]; readonly isWhole: boolean }> {
    let page = await this.readPage(this.after, projectsAtOnce);
    if (page.places.length === 0 && this.after !== null) {
      this.moveTo(null);
      page = await this.readPage(null, projectsAtOnce);
    }
    const isLast = page.places.length < projectsAtOnce;
    this.end = isLast ? null : (page.places.at(-1) ?? null);
    if (this.unserved === 0) this.unserved = page.places.length;
    const projects = rotated(
      page.places.map(({ projectId }) => projectId),
      this.lastServed,
    );
    return { now: page.now, projects, isWhole: isLast && this.after === null };
  }

  /** The projects of which a schedule was taken, one for each, in order; the next page follows when none was served, or all were. */
  noteServed(projects: readonly string[]): void {
    this.lastServed = projects.at(-1) ?? this.lastServed;
    this.unserved = Math.max(0, this.unserved - projects.length);
    if (projects.length === 0 || this.unserved === 0) this.moveTo(this.end);
  }

  private moveTo(after: DueProjectPosition | null): void {
    this.after = after;
    this.unserved = 0;
  }
}

/** Sorted, beginning after the project that was served last. */
function rotated(projects: readonly string[], lastServed: string): string[] {
  const sorted = [...projects].sort();
  const start = sorted.findIndex((project) => project > lastServed);
  return start <= 0 ? sorted : [...sorted.slice(start), ...sorted.slice(0, start)];
}
