import type { RecordedFact } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { checkpoints, contextOf, everyFact, isHandled, physicalTable, type Projection } from '@pps/read-store';
import { projections } from '../../../projections';
import { openWorkspace, pinOf } from '../../campaigns/traffic/workspace';
import { eventually } from '../../setup/eventually';
import { startPlatformService, type PlatformService } from '../../setup/platform-service';
import { appendRealisticLog } from './realistic-log';
import { appendSamples } from './append-samples';

let service: PlatformService;
let log: RecordedFact[];

beforeAll(async () => {
  service = await startPlatformService({ WEBHOOK_TARGETS: 'any', DEFAULT_PLAN: 'enterprise' });
  const { store } = service.parts;
  const [workspace] = await openWorkspace([service.call], 'https://receiver.example/hook');
  const creating = Promise.all(Array.from({ length: 30 }, () => workspace.call('POST', '/v1/pins', pinOf(workspace, newId()))));
  await Promise.all([appendSamples(store), appendRealisticLog(store, 300), creating]);
  log = await wholeLog();
  await eventually('every projection at the head', async () => {
    const builds = await checkpoints.all(service.parts.db, 'projection');
    const stopped = builds.find(({ stoppedError }) => stoppedError !== null);
    if (stopped) throw new Error(`${stopped.name} stopped: ${stopped.stoppedError}`);
    return builds.every(({ position }) => position >= (log.at(-1)?.position ?? 0n)) ? true : undefined;
  });
});

afterAll(() => service.stop());

async function wholeLog(): Promise<RecordedFact[]> {
  const { store } = service.parts;
  const [head, reading, facts] = [await store.head(), new AbortController(), [] as RecordedFact[]];
  for await (const fact of store.subscribe(null, reading.signal)) {
    facts.push(fact);
    if (fact.position >= head) break;
  }
  reading.abort();
  return facts;
}

/** Every row of a build, as text, table by table. */
async function dump(projection: Projection, build: number): Promise<Record<string, string>> {
  const dumped: Record<string, string> = {};
  for (const table of projection.tables) {
    const { rows } = await service.parts.db.raw<{ rows: { text: string | null }[] }>(
      `select string_agg(line, E'\\n' order by line collate "C") as text from (select t::text as line from ${physicalTable(projection, table, build)} t) lines`,
    );
    dumped[table] = rows[0]?.text ?? '';
  }
  return dumped;
}

/** From the beginning, so many facts of the log at a time. */
async function rebuilt(projection: Projection, batch: number): Promise<Record<string, string>> {
  const build = 1_000 + batch;
  await service.parts.db.transaction(async (tx) => {
    const context = contextOf(projection, tx, build);
    await projection.create(context);
    for (let from = 0; from < log.length; from += batch) {
      const relevant = log.slice(from, from + batch).filter((fact) => isHandled(projection, fact));
      if (relevant.length > 0) await projection.project(relevant, context);
    }
  });
  return dump(projection, build);
}

test('the log holds every fact that a projection handles', () => {
  const types = new Set(log.map(({ type }) => type));
  const lacking = projections.flatMap(({ name, handles }) =>
    handles.filter((type) => type !== everyFact && !types.has(type)).map((type) => `${name}: ${type}`),
  );
  expect(lacking).toEqual([]);
  // More than the largest batch of a rebuild.
  expect(log.length).toBeGreaterThan(500);
});

test.each(projections.map((projection) => [projection.name, projection] as const))(
  '%s comes out the same byte by byte, live and rebuilt in batches of 1, 7 and 500',
  async (_, projection) => {
    const live = await dump(projection, 1);
    expect(Object.values(live).join('')).not.toBe('');
    for (const batch of [1, 7, 500]) expect(await rebuilt(projection, batch)).toEqual(live);
  },
);
