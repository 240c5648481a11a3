import { ANY, binaryEvent, EventStoreDBClient, jsonEvent, NO_STREAM, StreamDeletedError, StreamNotFoundError } from '@eventstore/db-client';
import { newId } from '@pps/kernel';
import { freshEventStore, type FreshEventStore } from '../../../test/setup/fresh-event-store';
import { eventually } from '../../../test/setup/eventually';
import { tcpProxy } from '../../../test/setup/tcp-proxy';
import { throughProxy } from '../../../test/setup/through-proxy';
import { openEventStore } from '..';
import { identityStream } from '../events';
import { compareLogs } from './compare-logs';
import { copyLog } from './copy-log';
import { readCopiedEvents, type RawEvent } from './raw-events';

let source: FreshEventStore;
let target: FreshEventStore;
let client: EventStoreDBClient;
let inTarget: EventStoreDBClient;

beforeEach(async () => {
  [source, target] = await Promise.all([freshEventStore(), freshEventStore()]);
  [client, inTarget] = [EventStoreDBClient.connectionString(source.url), EventStoreDBClient.connectionString(target.url)];
});
afterEach(async () => {
  await Promise.all([client.dispose(), inTarget.dispose()]);
  await Promise.all([source.stop(), target.stop()]);
});

const fact = (data: object = {}) => jsonEvent({ id: newId(), type: 'Noted', data: { ...data }, metadata: { schemaVersion: 1 } });
const write = (stream: string, count = 1, data?: object) =>
  client.appendToStream(
    stream,
    Array.from({ length: count }, () => fact(data)),
    { expectedRevision: ANY },
  );

async function eventsOf(from: EventStoreDBClient): Promise<RawEvent[]> {
  const events: RawEvent[] = [];
  for await (const event of readCopiedEvents(from, () => undefined)) events.push(event);
  return events;
}

const withoutPosition = (event: RawEvent) => ({ ...event, position: null });

/** Streams that take turns, an append of several events, bytes, a link, texts of every kind, an event without metadata. */
async function writeEverything(): Promise<void> {
  // The source's positions are then higher than the copy's, as they may be.
  await write('$noise', 50);
  for (let n = 0; n < 20; n++)
    await write(`noting-${n % 3}`, (n % 4) + 1, { n, text: 'half \ud83d, \u0000, café', '1': 1, date: '9999-12-31' });
  await client.appendToStream('bytes-1', [binaryEvent({ id: newId(), type: 'Blob', data: Buffer.from([0, 255, 10]) })]);
  await client.appendToStream('links-1', [binaryEvent({ id: newId(), type: '$>', data: Buffer.from('0@noting-1') })]);
  await client.appendToStream('large-1', [fact({ text: 'x'.repeat(900_000) }), fact({ text: 'y' })]);
}

it('keeps ids, types, data, metadata, revisions and the order of all, and has an identity of its own', async () => {
  await writeEverything();
  const copied = await copyLog(source.url, target.url);
  const [before, after] = [await eventsOf(client), await eventsOf(inTarget)];
  expect(after.map(withoutPosition)).toEqual(before.map(withoutPosition));
  expect(copied).toMatchObject({ found: 0, written: before.length });
  const identities = await Promise.all(
    [source, target].map(async ({ url }) => {
      const store = openEventStore(url);
      return [await store.identity(), (await store.read(identityStream))[0]?.data] as const;
    }),
  );
  expect(identities).toEqual([
    [copied.logId, { logId: copied.logId }],
    [copied.copyId, { logId: copied.copyId, copiedFrom: copied.logId }],
  ]);
  expect(copied.copyId).not.toBe(copied.logId);
  expect(await compareLogs(source.url, target.url)).toMatchObject({ events: before.length, differences: [] });
});

it('goes on where it was interrupted, and writes nothing that is there', async () => {
  for (let n = 0; n < 2_000; n += 50) await Promise.all(Array.from({ length: 50 }, (_, at) => write(`many-${(n + at) % 500}`, 2)));
  const proxy = await tcpProxy(Number(new URL(target.url).port));
  // Some hundred of the 4,000 events: a copy that is quick would be whole before anybody sees its first ones.
  proxy.loseQuestionsAfter(100_000);
  const through = throughProxy(target.url, proxy);
  const interrupted = copyLog(source.url, through).then(
    () => 'whole',
    () => 'interrupted',
  );
  await eventually('the first events in the copy', async () => ((await eventsOf(inTarget)).length > 0 ? true : undefined));
  await proxy.stop();
  expect(await interrupted).toBe('interrupted');
  const there = (await eventsOf(inTarget)).length;
  const total = (await eventsOf(client)).length;
  expect(there).toBeLessThan(total);
  const { found, written } = await copyLog(source.url, target.url);
  // What was on its way when the connection ended may have arrived.
  expect(found).toBeGreaterThanOrEqual(there);
  expect({ missing: written > 0, events: found + written }).toEqual({ missing: true, events: total });
  expect(await copyLog(source.url, target.url)).toMatchObject({ found: total, written: 0 });
  expect(await compareLogs(source.url, target.url)).toMatchObject({ events: total, differences: [] });
});

it('retains streams as the log does', async () => {
  await write('limited-1', 5);
  await client.setStreamMetadata('limited-1', { maxCount: 2, owner: 'somebody' });
  await write('cut-1', 5);
  await client.setStreamMetadata('cut-1', { truncateBefore: 3 });
  await write('deleted-1', 2);
  await client.deleteStream('deleted-1');
  await write('again-1', 2);
  await client.deleteStream('again-1');
  await write('again-1', 2);
  await write('gone-1', 2);
  await client.tombstoneStream('gone-1');
  await copyLog(source.url, target.url);
  await copyLog(source.url, target.url);
  expect(await compareLogs(source.url, target.url)).toMatchObject({ events: 18, differences: [] });
  const readable = async (stream: string) => {
    const revisions: number[] = [];
    for await (const { event } of inTarget.readStream(stream)) revisions.push(Number(event?.revision));
    return revisions;
  };
  expect([await readable('limited-1'), await readable('cut-1'), await readable('again-1')]).toEqual([
    [3, 4],
    [3, 4],
    [2, 3],
  ]);
  expect((await inTarget.getStreamMetadata('limited-1')).metadata).toMatchObject({ maxCount: 2, owner: 'somebody' });
  await expect(readable('deleted-1')).rejects.toBeInstanceOf(StreamNotFoundError);
  await expect(readable('gone-1')).rejects.toBeInstanceOf(StreamDeletedError);
});

describe('refuses a target', () => {
  it('that holds events of others, or was used on its own', async () => {
    await write('noting-1');
    await inTarget.appendToStream('other-1', [fact()], { expectedRevision: NO_STREAM });
    await expect(copyLog(source.url, target.url)).rejects.toThrow('the target holds events of others: Noted of other-1');
    expect(await eventsOf(inTarget)).toHaveLength(1);
  });

  it('that is another log, this log itself, or was written to since', async () => {
    await write('noting-1');
    await expect(copyLog(source.url, source.url)).rejects.toThrow('this log itself');
    const other = await freshEventStore();
    await openEventStore(other.url).identity();
    await expect(copyLog(source.url, other.url)).rejects.toThrow('another log');
    await other.stop();
    await copyLog(source.url, target.url);
    await inTarget.appendToStream('noting-2', [fact()]);
    await expect(copyLog(source.url, target.url)).rejects.toThrow('goes on behind the end');
    await write('noting-2');
    await expect(copyLog(source.url, target.url)).rejects.toThrow('the target is no copy: event 2 is Noted');
  });
});

describe('a comparison', () => {
  it('says where the copy ends, what differs, and what is retained differently', async () => {
    const shared = fact({ n: 1 });
    await client.appendToStream('noting-1', [shared]);
    await copyLog(source.url, target.url);
    await write('noting-1');
    expect((await compareLogs(source.url, target.url)).differences).toEqual(['the copy ends after 1 events']);
    await copyLog(source.url, target.url);
    await client.setStreamMetadata('noting-1', { maxCount: 1 });
    expect((await compareLogs(source.url, target.url)).differences).toEqual(['noting-1 is retained differently']);
    const other = await freshEventStore();
    const inOther = EventStoreDBClient.connectionString(other.url);
    await inOther.appendToStream('noting-1', [{ ...shared, data: { n: 2 } }]);
    expect((await compareLogs(source.url, other.url)).differences).toEqual([
      `event 1 is Noted ${shared.id} (0@noting-1) in the log and Noted ${shared.id} (0@noting-1) in the copy, with other content`,
    ]);
    await inOther.dispose();
    await other.stop();
  });

  it('finds every event of the log in the copy by its position', async () => {
    await writeEverything();
    await copyLog(source.url, target.url);
    const [before, after] = [await eventsOf(client), await eventsOf(inTarget)];
    const { positions } = await compareLogs(source.url, target.url, [-1n, 3n, ...before.map(({ position }) => position)]);
    expect([positions.get(-1n), positions.get(3n)]).toEqual([
      { upTo: -1n, of: -1n },
      { upTo: -1n, of: -1n },
    ]);
    const found = before.map(({ position }) => positions.get(position)?.of);
    expect(found).toEqual(after.map(({ position }) => position));
    expect(before[0]!.position).toBeGreaterThan(after[0]!.position);
  });
});
