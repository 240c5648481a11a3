import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { checkpoints, migrate, openDatabase, readStoreMigrations, runProjector, type Database, type Projection } from '.';
import { allRowsOf, notes, testLog, type TestLog } from './testing';

let log: TestLog;
let db: Database;
let ending: AbortController;
let logged: string[];
let ended: Promise<unknown> = Promise.resolve();

beforeAll(() => void (log = testLog()));
beforeEach(async () => {
  db = openDatabase(await freshDatabase());
  await migrate(db, readStoreMigrations);
  [ending, logged] = [new AbortController(), []];
});
afterEach(async () => {
  ending.abort();
  await ended;
  await db.destroy();
});
afterAll(() => log.store.close());

function start(projection: Projection): void {
  ended = runProjector({
    db,
    store: log.store,
    projections: [projection],
    signal: ending.signal,
    log: (level, message, fields) => logged.push(`${level} ${message} ${JSON.stringify(fields)}`),
  }).catch((error: unknown) => error);
}

const passed = (name: string, position: bigint) =>
  eventually(`${name} past ${position}`, async () =>
    ((await checkpoints.all(db, 'projection')).find((each) => each.name === name)?.position ?? -1n) >= position ? true : undefined,
  );

describe('a projection', () => {
  it.each([
    ['26000', 'prepared statement "x" does not exist'],
    ['42P05', 'prepared statement "x" already exists'],
    ['08P01', 'bind message supplies 2 parameters, but prepared statement requires 0'],
    ['25006', 'cannot execute INSERT in a read-only transaction'],
    ['53100', 'could not extend file: No space left on device'],
    ['57P05', 'terminating connection'],
    ['58000', 'could not read block'],
    ['28P01', 'password authentication failed'],
    ['0A000', 'cached plan must not change result type'],
  ])('never takes %s for the fault of a fact, however often it comes', async (code, words) => {
    const name = `sound_${code.toLowerCase()}`;
    let isBroken = true;
    const { projection } = notes(name, log.type);
    const tries = { count: 0 };
    const project: Projection['project'] = async (facts, context) => {
      if (!isBroken) return projection.project(facts, context);
      tries.count += 1;
      await context.tx.raw(`do $$ begin raise exception using errcode = '${code}', message = '${words}'; end $$`);
    };
    start({ ...projection, project });
    const position = await log.write(3);
    await eventually('more tries than a poison fact gets', async () => (tries.count > 4 ? true : undefined));
    expect(logged.filter((line) => line.startsWith('error'))).toEqual([]);
    expect(logged.some((line) => line.includes(`${code}: `))).toBe(true);
    isBroken = false;
    await passed(name, position);
    expect(await allRowsOf(db, name)).toEqual(Array.from({ length: log.written() }, (_, n) => ({ n, times: 1, version: 1 })));
  });

  it('names in its log what a fact was stopped for, without values of rows', async () => {
    const { projection } = notes('named', log.type);
    const project: Projection['project'] = (_, { tx }) => tx.raw(`select ?::int`, ['a secret']) as unknown as Promise<void>;
    start({ ...projection, project });
    await log.write(1);
    const line = await eventually('the stop', async () => logged.find((each) => each.includes('named stopped')));
    expect(line).toContain('22P02: invalid input syntax for type integer');
    expect(line).toContain(`"fact":"${log.type}"`);
    expect(logged.join()).not.toContain('a secret');
  });
});
