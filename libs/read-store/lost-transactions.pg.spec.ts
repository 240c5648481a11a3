import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { passed, StartedProjectors } from '../../test/setup/started-projectors';
import { migrate, openDatabase, readStoreMigrations, runProjector, type Database, type Projection } from '.';
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

const written = (count: number) => Array.from({ length: count }, (_, n) => ({ n, times: 1, version: 1 }));

const mostInTime = 125;

/** Computes so long between two statements, where the facts are many, that the server has ended the session. */
function slowByFact(name: string): Projection {
  const { projection } = notes(name, log.type);
  return {
    ...projection,
    async project(facts, context) {
      if (facts.length > mostInTime) await sessionEnds(context.tx);
      await projection.project(facts, context);
    },
  };
}

async function sessionEnds(tx: Parameters<Projection['project']>[1]['tx']): Promise<void> {
  const { rows: own } = await tx.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid');
  await tx.raw('set local idle_in_transaction_session_timeout = 20');
  await eventually('the end of the session', async () => {
    const { rows } = await db.raw<{ rows: unknown[] }>('select from pg_stat_activity where pid = ?', [own[0]?.pid ?? 0]);
    return rows.length === 0 || undefined;
  });
}

/** Meets a lock that others hold, each time. */
function blocked(name: string): Projection {
  const { projection } = notes(name, log.type);
  const project: Projection['project'] = async (_, { tx }) =>
    void (await tx.raw(`do $$ begin raise exception using errcode = '55P03', message = 'planted'; end $$`));
  return { ...projection, project };
}

it.each([
  ['that has caught up', 0],
  ['that comes from behind', 600],
])('a build %s goes on where the server ends the transactions of many facts, each fact once', async (_, before) => {
  await log.write(before);
  projectors.start(db, log.store, [slowByFact('slow'), notes('quick', log.type).projection]);
  if (before === 0) await passed(db, 'slow', await log.write(1));
  const head = await log.write(600);
  for (const name of ['slow', 'quick']) {
    await passed(db, name, head);
    expect(await allRowsOf(db, name)).toEqual(written(log.written()));
  }
});

it('names in the log why the server has ended a session', async () => {
  const lines: string[] = [];
  const ending = new AbortController();
  const ended = runProjector({
    db,
    store: log.store,
    projections: [slowByFact('slow')],
    signal: ending.signal,
    log: (_, message, fields) => void lines.push(`${message} ${JSON.stringify(fields)}`),
  }).catch(() => undefined);
  try {
    await passed(db, 'slow', await log.write(400));
    expect(lines.join('\n')).toContain('25P03: terminating connection due to idle-in-transaction timeout');
  } finally {
    ending.abort();
    await ended;
  }
});

it.each([
  ['behind', ['quick']],
  ['that requests wait for', ['quick', 'stuck']],
])('a read model %s that always meets locks of others holds up no other one', async (_, first) => {
  const quick = notes('quick', log.type);
  const [well, stuck] = [notes('well', log.type).projection, blocked('stuck')];
  projectors.start(db, log.store, [quick.projection, well, stuck], { first: new Set(first) });
  for (let batches = 0; batches < 8; batches++) await passed(db, 'quick', await log.write(100));
  await passed(db, 'well', await log.write(1));
  expect(await allRowsOf(db, 'quick')).toEqual(written(801));
});
