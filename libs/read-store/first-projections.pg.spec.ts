import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { checkpointOf, passed, StartedProjectors } from '../../test/setup/started-projectors';
import { migrate, openDatabase, readStoreMigrations, type Database } from '.';
import { allRowsOf, notes, testLog, type TestLog } from './testing';

let log: TestLog;
let db: Database;
const projectors = new StartedProjectors();

beforeEach(async () => {
  log = testLog();
  db = openDatabase(await freshDatabase());
  await migrate(db, readStoreMigrations);
});
afterEach(async () => {
  await projectors.stopAll();
  await db.destroy();
  await log.store.close();
});

/** A projection that does not go on before it is let go, once it is held. */
function holdable(name: string) {
  let letGo = (): void => undefined;
  let held: Promise<void> | undefined;
  const { projection } = notes(name, log.type, () => held);
  const hold = () => void (held = new Promise<void>((resolve) => (letGo = resolve)));
  return { projection, hold, letGo: () => letGo() };
}

const written = (count: number) => Array.from({ length: count }, (_, n) => ({ n, times: 1, version: 1 }));

it('projects to those that go first without waiting for the others, which get all that came meanwhile, each fact once', async () => {
  const [quick, slow] = [notes('quick', log.type), holdable('slow')];
  const projector = projectors.start(db, log.store, [quick.projection, slow.projection], { first: new Set(['quick']) });
  const begun = await log.write(3);
  for (const name of ['quick', 'slow']) await passed(db, name, begun);
  slow.hold();
  try {
    for (const count of [5, 7, 11]) await passed(db, 'quick', await log.write(count));
    expect(await allRowsOf(db, 'slow')).toEqual(written(3));
  } finally {
    slow.letGo();
  }
  const head = await log.write(1);
  for (const name of ['quick', 'slow']) {
    await passed(db, name, head);
    expect(await allRowsOf(db, name)).toEqual(written(27));
  }
  await projector.stop();
});

it('leaves all at one position when it ends in order', async () => {
  const [quick, slow] = [notes('quick', log.type), holdable('slow')];
  const projector = projectors.start(db, log.store, [quick.projection, slow.projection], { first: new Set(['quick']) });
  const begun = await log.write(3);
  for (const name of ['quick', 'slow']) await passed(db, name, begun);
  slow.hold();
  let head = begun;
  for (const count of [5, 7]) await passed(db, 'quick', (head = await log.write(count)));
  const stopped = projector.stop();
  slow.letGo();
  await stopped;
  for (const name of ['quick', 'slow']) expect((await checkpointOf(db, name))?.position).toBe(head);
});

it('stops one behind at a poison fact, and neither the others behind nor those that go first', async () => {
  const poison = 12;
  const sick = notes('sick', log.type, (facts) => {
    if (facts.some(({ data }) => (data as { n: number }).n === poison)) throw new Error('a fact that it cannot take');
  });
  const [quick, well] = [notes('quick', log.type), notes('well', log.type)];
  projectors.start(db, log.store, [quick.projection, sick.projection, well.projection], { first: new Set(['quick']) });
  await passed(db, 'sick', await log.write(10));
  const head = await log.write(10);
  for (const name of ['quick', 'well']) {
    await passed(db, name, head);
    expect(await allRowsOf(db, name)).toEqual(written(20));
  }
  const later = await log.write(10);
  for (const name of ['quick', 'well']) await passed(db, name, later);
  await eventually('the sick one stopped', async () => ((await checkpointOf(db, 'sick'))?.stoppedError ?? null) !== null || undefined);
  expect(await allRowsOf(db, 'sick')).toEqual(written(poison));
});
