import { runByIndex, runPrepared, type Database } from '@pps/read-store';

export interface DueWebhook {
  readonly webhookId: string;
  readonly projectId: string;
  readonly freeSlots: number;
  /** Set while deliveries wait that were held: those requested from `from` on whose last fact stands before `before`. They go first. */
  readonly release: { readonly from: string; readonly before: string } | null;
}

export interface WantedWebhooks {
  readonly isSlow: boolean;
  /** Projects are gone through in the order of their ids, from the one after this on. */
  readonly after: string;
  readonly perProject: number;
  readonly slotsPerWebhook: number;
  /** How many slots of each webhook are occupied. */
  readonly slotsOut: ReadonlyMap<string, number>;
  /** Projects that may not have more now. */
  readonly fullProjects: readonly string[];
  readonly due: DueInLane;
}

const projectsPerRound = 256;
const retriesPerRound = 512;
const first = '00000000-0000-0000-0000-000000000000';
const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const isReady = 'is_ready and is_enabled and not is_deleted and is_slow = :isSlow';

/** What may be due in a lane: deliveries that were when their webhook was last heard of, and retries whose time has come since. */
export interface DueInLane {
  readonly isReady: boolean;
  readonly isRetryDue: boolean;
}

export const isAnyDue = ({ isReady, isRetryDue }: DueInLane): boolean => isReady || isRetryDue;

// In the order of an index, as a plan that expects to meet one soon may read all webhooks.
const dueOfLane = (isSlow: boolean): string => `
  (select true from read.webhook_delivery_target
    where is_ready and is_enabled and not is_deleted and is_slow = ${isSlow} order by project_id limit 1) is not null,
  (select true from read.webhook_delivery_target
    where not is_ready and due_at is not null and is_enabled and not is_deleted and is_slow = ${isSlow} and due_at <= :now order by due_at limit 1) is not null`;

const dueOfLanes = `select array[${dueOfLane(false)}] as fast, array[${dueOfLane(true)}] as slow`;

/** What each lane may have due: most rounds end here, with one statement that reads at most two rows of indexes for each lane. */
export async function findDueLanes(db: Database, now: Date): Promise<Readonly<Record<'fast' | 'slow', DueInLane>>> {
  const { rows } = await runPrepared<{ rows: Record<'fast' | 'slow', boolean[]>[] }>(db, dueOfLanes, { now });
  const due = ([isReady = false, isRetryDue = false]: readonly boolean[] = []): DueInLane => ({ isReady, isRetryDue });
  return { fast: due(rows[0]?.fast), slow: due(rows[0]?.slow) };
}

/**
 * Webhooks of one lane that have deliveries due and a free slot: of at most 256 projects at once those whose deliveries were due when they were
 * last heard of, and the 512 whose retries came due first. It jumps through indexes from project to project, so that webhooks that wait for a
 * later time, or for nothing, cost nothing. `pivot` is where the webhooks of a project begin, another one each time.
 */
export async function findDueWebhooks(db: Database, wanted: WantedWebhooks, pivot: string, now: Date): Promise<readonly DueWebhook[]> {
  const { isSlow, after, perProject, slotsPerWebhook, slotsOut, fullProjects, due } = wanted;
  const busy = [...slotsOut].flatMap(([webhookId, slots]) => (slots >= slotsPerWebhook ? [webhookId] : []));
  const parameters = { isSlow, pivot, perProject, busy, full: fullProjects, now, retries: retriesPerRound };
  const jumps = projectsPerRound + fullProjects.length;
  const ready = (from: string, to: string) => (due.isReady ? find(db, readyWebhooks, { ...parameters, from, to, jumps }) : []);
  const retried = due.isRetryDue ? find(db, retriedWebhooks, parameters) : [];
  const found = (await Promise.all([ready(after || first, last), after ? ready(first, after) : [], retried])).flat();
  // One call at a time while held ones go out, so that they come in order and no faster than new ones.
  const free = ({ webhook_id: webhookId, project_id: projectId, release_from: from, release_position: before }: Row): DueWebhook => ({
    webhookId,
    projectId,
    freeSlots: (from === null ? slotsPerWebhook : 1) - (slotsOut.get(webhookId) ?? 0),
    release: from !== null && before !== null ? { from, before } : null,
  });
  return [...new Map(found.map((row) => [row.webhook_id, free(row)])).values()].filter(({ freeSlots }) => freeSlots > 0);
}

interface Row {
  readonly webhook_id: string;
  readonly project_id: string;
  readonly release_from: string | null;
  readonly release_position: string | null;
}

async function find(db: Database, sql: string, parameters: object): Promise<Row[]> {
  const { rows } = await runByIndex<{ rows: Row[] }>(db, sql, parameters as never);
  return rows;
}

const readyOfProject = (range: string) =>
  `(select webhook_id, project_id, release_from, release_position from read.webhook_delivery_target
    where ${isReady} and project_id = waiting.project_id and ${range} and webhook_id <> all(:busy::uuid[]) order by webhook_id limit :perProject)`;

const nextProject = (beyond: string) =>
  `select project_id from read.webhook_delivery_target
   where ${isReady} and project_id > ${beyond} and project_id <= :to order by project_id limit 1`;

const readyWebhooks = `
  with recursive project as (
    (${nextProject(':from')})
    union all
    select (${nextProject('project.project_id')}) from project where project.project_id is not null)
  select ready.*
  from (select project_id from project limit :jumps) waiting
  cross join lateral (
    ${readyOfProject('webhook_id > :pivot')} union all ${readyOfProject('webhook_id <= :pivot')} limit :perProject) ready
  where waiting.project_id is not null and waiting.project_id <> all(:full::uuid[])`;

const retriedWebhooks = `
  select webhook_id, project_id, release_from, release_position from read.webhook_delivery_target
  where not is_ready and due_at is not null and is_enabled and not is_deleted and is_slow = :isSlow and due_at <= :now
    and project_id <> all(:full::uuid[]) and webhook_id <> all(:busy::uuid[])
  order by due_at limit :retries`;
