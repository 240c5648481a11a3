import { isUuid } from '@pps/kernel';
import { defineProjection, runPrepared, type ProjectionContext, type RemovedOwner } from '@pps/read-store';
import { epochFacts, projectStream, startsEpoch } from '@pps/workspaces/events';
import { countedFacts, measures, measuresOf, type CountedFact, type Measure } from './measures';
import { dayTable, hourTable, type Rollup } from './rollups.tables';

const hourMs = 3_600_000;
const spans = [
  { target: hourTable, ms: hourMs },
  { target: dayTable, ms: 24 * hourMs },
] as const;

/** Sums of each hour and day of a project, counted as the facts come, so that years of them are read at once. */
export const rollupsProjection = defineProjection({
  name: 'rollups',
  version: 1,
  handles: countedFacts.and(projectStream, ...epochFacts),
  tables: [hourTable, dayTable],

  async project(facts, context) {
    let batch: CountedFact[] = [];
    for (const fact of facts) {
      if (!startsEpoch(fact)) {
        batch.push(fact);
        continue;
      }
      await addUp(batch, context);
      batch = [];
      await context.remove({ owner: fact.stream.slice('project-'.length), beforeEpoch: fact.data.epoch });
    }
    await addUp(batch, context);
  },
  removePortion: removeOlderEpochs,
});

async function addUp(facts: readonly CountedFact[], { tx, table }: ProjectionContext): Promise<void> {
  for (const { target, ms } of spans) {
    const name = table(target.name);
    const placed = facts.flatMap((fact) => placeOf(fact, ms) ?? []);
    const taken = await readPositions(tx, name, placed);
    const sums = new Map<string, Rollup>();
    for (const { fact, ...place } of placed) {
      const key = keyOf(place);
      // What the row has counted already comes again after a crash.
      if (fact.position <= (taken.get(key) ?? -1n)) continue;
      taken.set(key, fact.position);
      sums.set(key, add(sums.get(key) ?? { ...nothing, ...place, eventId: fact.id, position: fact.position }, fact));
    }
    await target.upsert(tx, name, [...sums.values()].map(target.row));
  }
}

type Place = Pick<Rollup, 'projectId' | 'organizationId' | 'epoch' | 'begin'>;
type Placed = Place & { readonly fact: CountedFact };

const keyOf = ({ projectId, epoch, begin }: Place): string => `${projectId} ${epoch} ${begin}`;

function placeOf(fact: CountedFact, spanMs: number): Placed | null {
  const { projectId, organizationId, epoch = 0 } = fact.metadata;
  if (projectId === undefined || !isUuid(projectId)) return null;
  const begin = new Date(Math.floor(fact.recordedAt.getTime() / spanMs) * spanMs).toISOString();
  return {
    fact,
    projectId: projectId.toLowerCase(),
    organizationId: organizationId !== undefined && isUuid(organizationId) ? organizationId : null,
    epoch,
    begin,
  };
}

const nothing = Object.fromEntries(measures.map((measure) => [measure, 0])) as Readonly<Record<Measure, number>>;

function add(sum: Rollup, fact: CountedFact): Rollup {
  const more = measuresOf(fact);
  const changed = Object.fromEntries(Object.entries(more).map(([measure, count]) => [measure, sum[measure as Measure] + count]));
  return { ...sum, ...changed, eventId: fact.id, position: fact.position };
}

/** How far the rows that facts add to have counted, by key. */
async function readPositions(tx: ProjectionContext['tx'], name: string, placed: readonly Place[]): Promise<Map<string, bigint>> {
  const places = [...new Map(placed.map((place) => [keyOf(place), place])).values()];
  if (places.length === 0) return new Map();
  const { rows } = await runPrepared<{ rows: { project_id: string; epoch: number; begin_at: Date; position: string }[] }>(
    tx,
    `select row.project_id, row.epoch, row.begin_at, row.position from ${name} as row
       join unnest(array(select unnest(?::uuid[])), ?::int[], ?::timestamptz[]) as place (project_id, epoch, begin_at) using (project_id, epoch, begin_at)`,
    [places.map(({ projectId }) => projectId), places.map(({ epoch }) => epoch), places.map(({ begin }) => begin)],
  );
  return new Map(
    rows.map(({ project_id: projectId, epoch, begin_at, position }) => [
      `${projectId} ${epoch} ${begin_at.toISOString()}`,
      BigInt(position),
    ]),
  );
}

async function removeOlderEpochs({ owner, beforeEpoch }: RemovedOwner, most: number, { tx, table }: ProjectionContext): Promise<number> {
  let rows = 0;
  for (const { target } of spans) {
    const name = table(target.name);
    const older = tx(name)
      .where({ project_id: owner })
      .andWhere('epoch', '<', beforeEpoch)
      .limit(most - rows)
      .select('ctid');
    rows += await tx(name).whereIn('ctid', older).delete();
    if (rows >= most) return rows;
  }
  return rows;
}
