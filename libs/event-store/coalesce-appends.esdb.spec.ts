import { mapLimited } from '@pps/concurrency';
import { newId } from '@pps/kernel';
import { eventually } from '../../test/setup/eventually';
import { tcpProxy, type TcpProxy } from '../../test/setup/tcp-proxy';
import { throughProxy } from '../../test/setup/through-proxy';
import { leastTurnsOfBusyLoop } from '../../test/setup/turns-of-busy-loop';
import { openEventStore, StoreUnavailable, WrongRevision, type EventStore, type NewFact } from '.';
import { someone } from './testing';

const url = process.env.EVENTSTORE_URL ?? '';
let store: EventStore;
let proxy: TcpProxy;
let proxied: EventStore;

beforeAll(async () => {
  store = openEventStore(url, { appendTimeoutMs: 60_000, patienceMs: 120_000 });
  proxy = await tcpProxy(Number(new URL(url).port));
  proxied = openEventStore(throughProxy(url, proxy), { appendTimeoutMs: 1_000, patienceMs: 120_000 });
});
afterAll(async () => {
  await Promise.all([store.close(), proxied.close()]);
  await proxy.stop();
});

const aFact = (data: unknown = { by: 1 }): NewFact => ({ id: newId(), type: 'Counted', data, metadata: { ...someone, schemaVersion: 1 } });
const streams = (count: number) => Array.from({ length: count }, () => `counter-${newId()}`);
const appendToAll = (to: EventStore, names: readonly string[], data?: unknown) =>
  names.map((name) => to.append(name, [aFact(data)], 'no_stream'));
// Few at once: thousands would not all be answered within their time on a busy machine.
const factsIn = async (names: readonly string[]) => (await mapLimited(50, names, (name) => store.read(name))).map(({ length }) => length);
/** An append through the proxy that is answered: connected, before it loses anything. */
const connect = () => proxied.append(`counter-${newId()}`, [aFact()], 'no_stream');

describe('appends that begin together', () => {
  it('are each written to their stream, with its revision and position', async () => {
    const names = streams(250);
    const appended = await Promise.all(appendToAll(store, names));
    const written = await Promise.all(names.map((name) => store.read(name)));
    expect(written.map(([fact]) => ({ revision: fact?.revision, position: fact?.position }))).toEqual(appended);
  });

  it('of a busy process leave without a turn of its event loop for each', async () => {
    await connect();
    expect(await leastTurnsOfBusyLoop(25, () => Promise.all(appendToAll(store, streams(100))))).toBeLessThan(25);
  });

  it('fail each by itself: one came too late, one is too large, one cannot be written as JSON, one has no id', async () => {
    const names = streams(100);
    await store.append(names[50] ?? '', [aFact()], 'no_stream');
    const outcomes = Promise.allSettled([
      ...appendToAll(store, names),
      store.append(`counter-${newId()}`, [aFact({ text: 'x'.repeat(1024 * 1024) })], 'no_stream'),
      store.append(`counter-${newId()}`, [aFact({ by: 1n })], 'no_stream'),
      store.append(`counter-${newId()}`, [{ ...aFact(), id: 'none' }], 'no_stream'),
    ]);
    const failed = (await outcomes).flatMap((outcome, index) => (outcome.status === 'rejected' ? [[index, outcome.reason]] : []));
    expect(failed).toEqual([
      [50, expect.any(WrongRevision)],
      [100, expect.objectContaining({ name: 'AppendRefused' })],
      [101, expect.objectContaining({ name: 'AppendRefused' })],
      [102, expect.any(StoreUnavailable)],
    ]);
    expect(await factsIn(names)).toEqual(names.map(() => 1));
  });

  it('to one stream are taken in their order', async () => {
    const [name = ''] = streams(1);
    const answers = await Promise.all([0, 1, 2].map((by) => store.append(name, [aFact({ by })], by === 0 ? 'no_stream' : by - 1)));
    expect(answers.map(({ revision }) => revision)).toEqual([0, 1, 2]);
  });

  it('that have more bytes together than a call may have are all written', async () => {
    const names = streams(12);
    await Promise.all(appendToAll(store, names, { text: 'x'.repeat(700_000) }));
    expect(await factsIn(names)).toEqual(names.map(() => 1));
  });

  it('are written once each when the answers of their call got lost', async () => {
    await connect();
    const names = streams(100);
    proxy.dropAnswers();
    const appending = Promise.all(appendToAll(proxied, names));
    await eventually('the appends', async () => ((await factsIn(names)).every((count) => count === 1) ? true : undefined));
    proxy.pass();
    proxy.cut();
    const positions = (await Promise.all(names.map((name) => store.last(name)))).map((fact) => fact?.position);
    expect((await appending).map(({ revision, position }) => ({ revision, position }))).toEqual(
      positions.map((position) => ({ revision: 0, position })),
    );
    expect(await factsIn(names)).toEqual(names.map(() => 1));
  });

  it('are written once each when the connection ends in the middle of their call', async () => {
    await connect();
    const names = streams(100);
    proxy.loseQuestionsAfter(80_000);
    const appending = Promise.all(appendToAll(proxied, names, { text: 'x'.repeat(1_500) }));
    await eventually('some of the appends', async () => ((await factsIn(names)).some((count) => count === 1) ? true : undefined));
    expect((await factsIn(names)).some((count) => count === 0)).toBe(true);
    proxy.loseQuestionsAfter(Infinity);
    proxy.cut();
    expect((await appending).map(({ revision }) => revision)).toEqual(names.map(() => 0));
    expect(await factsIn(names)).toEqual(names.map(() => 1));
  });

  it('give up after a bounded time when the store does not answer', async () => {
    const impatient = openEventStore(throughProxy(url, proxy), { appendTimeoutMs: 500, patienceMs: 1_500 });
    // Connected before it hears nothing more.
    await eventually('a connection', () =>
      impatient.head().then(
        () => true,
        () => undefined,
      ),
    );
    proxy.dropAnswers();
    const outcomes = await Promise.allSettled(appendToAll(impatient, streams(100)));
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && (outcome.reason as Error).name)).toEqual(
      outcomes.map(() => 'StoreUnavailable'),
    );
    proxy.pass();
    proxy.cut();
    await impatient.close();
  });

  it('in tens of thousands are all written, and what another caller appends meanwhile does not wait for them', async () => {
    const names = streams(10_000);
    let answered = 0;
    const flood = appendToAll(store, names).map((append) => append.then(() => (answered += 1)));
    await new Promise(setImmediate);
    await store.append(`counter-${newId()}`, [aFact()], 'no_stream');
    expect(answered).toBeLessThan(names.length / 2);
    await Promise.all(flood);
    expect(new Set(await factsIn(names.filter((_, at) => at % 20 === 0)))).toEqual(new Set([1]));
  });
});
