import { leadDuties, leasesMigrations } from '@pps/leases';
import { readLeaseEnd } from '@pps/leases/testing';
import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import {
  checkpoints,
  ForeignCheckpoint,
  migrate,
  openDatabase,
  readStoreMigrations,
  refuseForeignLog,
  runProjector,
  type Database,
  type Projection,
} from '.';
import { notes, testLog, type TestLog } from './testing';

let log: TestLog;
let db: Database;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(() => void (log = testLog()));
beforeEach(async () => {
  db = openDatabase(await freshDatabase());
  await migrate(db, [...readStoreMigrations, ...leasesMigrations]);
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await db.destroy();
});
afterAll(() => log.store.close());

const running = (projection: Projection, signal: AbortSignal) =>
  runProjector({ db, store: log.store, projections: [projection], signal, log: () => undefined });

function start(projection: Projection) {
  const ending = new AbortController();
  const ended = running(projection, ending.signal).catch((error: unknown) => error);
  const stop = () => {
    ending.abort();
    return ended;
  };
  ends.push(stop);
  return { ended, stop };
}

const positionOf = async (name: string) => (await checkpoints.all(db, 'projection')).find((each) => each.name === name)?.position ?? -1n;
const passed = (name: string, position: bigint) =>
  eventually(`${name} past ${position}`, async () => ((await positionOf(name)) >= position ? true : undefined));

describe('a checkpoint ahead of the log', () => {
  it('stays refused when the log has grown past a checkpoint that was ahead of it, also for whoever starts later', async () => {
    const { projection } = notes('restored', log.type);
    const first = start(projection);
    await passed('restored', await log.write(5));
    await first.stop();
    const position = await log.write(1);
    await db('read_store.checkpoint').update({ position: (position + 10n).toString() });
    const ending = new AbortController();
    const errors: unknown[] = [];
    const terms: AbortSignal[] = [];
    const run = ({ signal }: { signal: AbortSignal }) => {
      terms.push(signal);
      return running(projection, signal);
    };
    const options = { db, kind: 'test', duties: [{ name: 'refused', run }], onError: (error: unknown) => void errors.push(error) };
    const leading = leadDuties(options, ending.signal);
    await eventually('the refusal', async () => (errors.length > 0 ? true : undefined));
    const head = await log.write(40);
    expect(head).toBeGreaterThan(position + 10n);
    const standby = leadDuties(options, ending.signal);
    const before = (await readLeaseEnd(db, 'refused')).getTime();
    await eventually('renewals of the lease', async () =>
      (await readLeaseEnd(db, 'refused')).getTime() > before + 2_000 ? true : undefined,
    );
    // Unless this machine stood still for longer than the lease.
    expect(terms.length === 1 || terms[0]?.aborted).toBe(true);
    ending.abort();
    await Promise.all([leading, standby]);
    expect(errors).toEqual(terms.map(() => expect.any(ForeignCheckpoint)));
    expect(await positionOf('restored')).toBe(position + 10n);
    expect(await start(projection).ended).toBeInstanceOf(ForeignCheckpoint);
    await expect(refuseForeignLog(db, log.store)).rejects.toBeInstanceOf(ForeignCheckpoint);
  });

  it('reads the log after the checkpoints, so that a projector at work is never refused', async () => {
    const { projection } = notes('busy', log.type);
    start(projection);
    await passed('busy', await log.write(1));
    let asked = 0;
    const moving = {
      identity: () => log.store.identity(),
      head: async () => {
        asked++;
        const head = await log.store.head();
        await passed('busy', await log.write(1));
        return head;
      },
    };
    const before = await positionOf('busy');
    await refuseForeignLog(db, moving);
    expect({ asked, moved: (await positionOf('busy')) > before }).toEqual({ asked: 1, moved: true });
    await expect(refuseForeignLog(db, { ...moving, head: async () => before - 1n })).rejects.toThrow('ahead of');
  });
});
