import { idOf } from '@pps/event-store';
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
      await context.remove({ owner: idOf(fact, projectStream), beforeEpoch: fact.data.epoch });
    }
    await addUp(batch, context);
  },
  removePortion: removeOlderEpochs,
});

async function addUp(facts: readonly CountedFact[], { tx, table }: ProjectionContext): Promise<void> {
  for (const { target, ms } of spans) {
    const name = table(target.name);
    const placed = placeFacts(facts, ms);
    const taken = await readPositions(
      tx,
      name,
      placed.map(({ place }) => place),
    );
    const sums = placed.flatMap(({ place, facts: within }) => {
      // What the row has counted already comes again after a crash.
      const from = taken.get(keyOf(place)) ?? -1n;
      return sumOf(
        place,
        within.filter(({ position }) => position > from),
      );
    });
    await target.upsertFrom(tx, name, sums);
  }
}

type Place = Pick<Rollup, 'projectId' | 'epoch' | 'begin'>;
type Sum = { -readonly [Field in keyof Rollup]: Rollup[Field] };

interface PlacedFacts {
  readonly place: Place;
  readonly facts: CountedFact[];
}

const keyOf = ({ projectId, epoch, begin }: Place): string => `${projectId} ${epoch} ${begin}`;

/** The facts by the row that they add to, in their order. */
function placeFacts(facts: readonly CountedFact[], spanMs: number): PlacedFacts[] {
  const places = new Map<string, PlacedFacts>();
  for (const fact of facts) {
    const { projectId, epoch = 0 } = fact.metadata;
    if (projectId === undefined) continue;
    const begin = Math.floor(fact.recordedAt.getTime() / spanMs) * spanMs;
    const key = `${projectId.toLowerCase()} ${epoch} ${begin}`;
    const known = places.get(key);
    if (known) known.facts.push(fact);
    else if (isUuid(projectId)) {
      const place = { projectId: projectId.toLowerCase(), epoch, begin: new Date(begin).toISOString() };
      places.set(key, { place, facts: [fact] });
    }
  }
  return [...places.values()];
}

function sumOf(place: Place, facts: readonly CountedFact[]): Sum[] {
  const [first] = facts;
  if (!first) return [];
  const { organizationId } = first.metadata;
  const organization = organizationId !== undefined && isUuid(organizationId) ? organizationId : null;
  const sum: Sum = { ...nothing, ...place, organizationId: organization, eventId: first.id, position: first.position };
  for (const fact of facts) add(sum, fact);
  return [sum];
}

const nothing = Object.fromEntries(measures.map((measure) => [measure, 0])) as Readonly<Record<Measure, number>>;

function add(sum: Sum, fact: CountedFact): void {
  const more = measuresOf(fact);
  for (const measure of Object.keys(more) as Measure[]) sum[measure] += more[measure] ?? 0;
  sum.eventId = fact.id;
  sum.position = fact.position;
}

/** How far the rows that facts add to have counted, by key. */
async function readPositions(tx: ProjectionContext['tx'], name: string, places: readonly Place[]): Promise<Map<string, bigint>> {
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
