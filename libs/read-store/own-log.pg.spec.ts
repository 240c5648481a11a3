import { identityStream } from '@pps/event-store/events';
import { whenAborted, pause } from '@pps/concurrency';
import type { EventStore, RecordedFact } from '@pps/event-store';
import { openInMemoryEventStore, recordedFact } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { checkpointOf, passed } from '../../test/setup/started-projectors';
import {
  checkpoints,
  ForkedLog,
  migrate,
  openDatabase,
  readStoreMigrations,
  runProcess,
  runProjector,
  type Database,
  type OwnLog,
} from '.';
import { tally } from './tally.fixture';

let db: Database;
const store = openInMemoryEventStore();
/** A log in this database, as far as it was copied. */
const ownLog: OwnLog = (position, id) => `exists (select from own_event where ${position} >= 0 and id = ${id})`;
const metadata = { actor: { type: 'system' as const }, occurredAt: '2026-01-05T09:00:00.000Z', schemaVersion: 1 };

beforeAll(async () => {
  db = openDatabase(await freshDatabase());
  await migrate(db, readStoreMigrations);
  await db.raw('create table own_event (id uuid primary key)');
  await store.identity();
  for (const stream of ['$system', identityStream]) await makeOwn(stream);
});
afterAll(async () => {
  await store.close();
  await db.destroy();
});

async function append(stream: string, isOwn: boolean): Promise<bigint> {
  const id = newId();
  if (isOwn) await db('own_event').insert({ id });
  const last = await store.last(stream);
  return (await store.append(stream, [{ id, type: 'Counted', data: {}, metadata }], last?.revision ?? 'no_stream')).position;
}
const makeOwn = async (stream: string) => db('own_event').insert((await store.read(stream, 0, 10)).map(({ id }) => ({ id })));

describe('facts that the log in the same database does not have', () => {
  it('are kept out of the read models, which go on once it has them', async () => {
    const ending = new AbortController();
    const counted = tally('counted');
    const project = () =>
      runProjector({ db, store, projections: [counted], ownLog, signal: ending.signal, log: () => undefined }).catch(
        (error: unknown) => error,
      );
    const own = await append('own', true);
    const first = project();
    await passed(db, 'counted', own);
    const other = await append('other', false);
    expect(await first).toBeInstanceOf(ForkedLog);
    expect((await checkpointOf(db, 'counted'))?.position).toBe(own);
    expect((await checkpointOf(db, 'counted'))?.stoppedError).toBeNull();
    await makeOwn('other');
    const second = project();
    await passed(db, 'counted', other);
    ending.abort();
    await second;
  });

  it('move no checkpoint of a process, whether it has something to do about them or not', async () => {
    const positionOf = async (name: string) => (await checkpoints.all(db, 'process')).find((each) => each.name === name)?.position ?? -1n;
    const processOf = (name: string, handles: readonly string[]) => ({
      ...{ name, handles, startsAt: 'now' as const, initial: null },
      react: () => Promise.resolve(null),
    });
    const ending = new AbortController();
    const run = (name: string, handles: readonly string[]) =>
      runProcess(processOf(name, handles), { db, store, ownLog, signal: ending.signal, log: () => undefined }).catch(
        (error: unknown) => error,
      );
    const busy = run('busy', ['Counted']);
    const idle = run('idle', ['Else']);
    const isThere = (name: string, position: bigint) =>
      eventually(name, async () => ((await positionOf(name)) >= position ? true : undefined));
    await isThere('busy', 0n);
    await isThere('idle', 0n);
    const own = await append('for processes', true);
    await isThere('busy', own);
    await isThere('idle', own);
    await append('for processes', false);
    expect(await busy).toBeInstanceOf(ForkedLog);
    // The one that had nothing to do is told with the next fact after its checkpoint could not be moved.
    const ended = idle.then((error) => ({ error }));
    await eventually('idle ended', async () => {
      await append('for processes', false);
      return Promise.race([ended, Promise.resolve(undefined)]);
    });
    expect((await ended).error).toBeInstanceOf(ForkedLog);
    expect([await positionOf('busy'), await positionOf('idle')]).toEqual([own, own]);
    ending.abort();
  });

  it('are not projected where a fact that it has comes last', async () => {
    const [foreign, own] = [recordedFact({ position: 1_001n }), recordedFact({ position: 1_002n })];
    await db('own_event').insert({ id: own.id });
    const played = { ...store, head: () => Promise.resolve(1_000n), ...subscribing(() => [foreign, own]) };
    const ending = new AbortController();
    const projecting = runProjector({
      db,
      store: played,
      projections: [tally('mixed')],
      ownLog,
      signal: ending.signal,
      log: () => undefined,
    });
    const failing = projecting.catch((caught: unknown) => caught);
    const error = await Promise.race([failing, pause(120_000, ending.signal)]);
    ending.abort();
    await failing;
    expect(error).toBeInstanceOf(ForkedLog);
    expect((await checkpointOf(db, 'mixed'))?.position).toBe(-1n);
  });

  it('are not reacted to, nor is what comes with them', async () => {
    const reacted: string[] = [];
    const ending = new AbortController();
    const [foreign, own] = [recordedFact({ position: 1_001n }), recordedFact({ position: 1_002n })];
    await db('own_event').insert({ id: own.id });
    const played = { ...store, head: () => Promise.resolve(1_000n), ...subscribing(() => [foreign, own]) };
    const process = {
      ...{ name: 'answering', handles: ['Counted'], startsAt: 'now' as const, initial: null },
      react: (facts: readonly RecordedFact[]) => Promise.resolve((reacted.push(...facts.map(({ id }) => id)), null)),
    };
    const failing = runProcess(process, { db, store: played, ownLog, signal: ending.signal, log: () => undefined }).catch(
      (caught: unknown) => caught,
    );
    const error = await Promise.race([failing, pause(120_000, ending.signal)]);
    ending.abort();
    expect(error).toBeInstanceOf(ForkedLog);
    expect(reacted).toEqual([]);
  });

  it('that a process passed are no reason to pass those of its own log, once its subscription dropped', async () => {
    const seen: bigint[] = [];
    const ending = new AbortController();
    const own = [recordedFact({ position: 1_001n }), recordedFact({ position: 1_002n })];
    await db('own_event').insert(own.map(({ id }) => ({ id })));
    let isReplaced = false;
    const played = {
      ...store,
      head: () => Promise.resolve(1_000n),
      ...subscribing((after) => {
        if (isReplaced) return own.filter(({ position }) => after === null || position > after);
        isReplaced = true;
        return [recordedFact({ type: 'Else', position: 1_001n }), new Error('the server was replaced')];
      }),
    };
    const process = {
      ...{ name: 'passing', handles: ['Counted'], startsAt: 'now' as const, initial: null },
      react: (facts: readonly RecordedFact[]) => {
        seen.push(...facts.map(({ position }) => position));
        return Promise.resolve(null);
      },
    };
    const running = runProcess(process, { db, store: played, ownLog, signal: ending.signal, log: () => undefined });
    await eventually('both', () => Promise.resolve(seen.at(-1) === 1_002n || undefined));
    ending.abort();
    await running;
    expect(seen).toEqual([1_001n, 1_002n]);
  });
});

/** A subscription gives these one after another; an error drops it, and without one it stays open. */
function subscribing(given: (after: bigint | null) => readonly (RecordedFact | Error)[]): Pick<EventStore, 'subscribe'> {
  return {
    async *subscribe(after, signal) {
      for (const each of given(after)) {
        // Time for a batch of its own before the drop.
        if (each instanceof Error) await pause(100, signal);
        if (each instanceof Error) throw each;
        yield each;
      }
      await whenAborted(signal);
    },
  };
}
