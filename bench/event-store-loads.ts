import { randomUUID } from 'node:crypto';
import { END, EventStoreDBClient, jsonEvent, START, type ResolvedEvent } from '@eventstore/db-client';

/** One kind of work for an event store. `run` returns the milliseconds that each operation took. */
export interface EventStoreLoad {
  readonly name: string;
  /** Events that one run moves; the rate is counted in these. */
  readonly events: number;
  run(client: EventStoreDBClient): Promise<readonly number[]>;
}

const payload = { text: 'x'.repeat(850) };
const streamEvents = 50;
const logEvents = 60_000;
const eventsPerAppend = 100;
const filledStream = (number: number) => `filled-${number}`;
const event = () => jsonEvent({ type: 'BenchAppended', data: payload });
const credentials = { username: 'nobody', password: 'nothing' };

/** Writes the log that the reading loads read: 60,000 events, more than the store keeps in memory. */
export async function fillLog(client: EventStoreDBClient): Promise<void> {
  for (let number = 0; number < logEvents / streamEvents; number += 2) {
    const fill = (stream: number) => client.appendToStream(filledStream(stream), Array.from({ length: streamEvents }, event));
    await Promise.all([fill(number), fill(number + 1)]);
  }
}

/** What is compared, smallest first. Each writer has a stream of its own and waits for one append before the next. */
export const eventStoreLoads: readonly EventStoreLoad[] = [
  appendLoad('classic append', 1, 800, { credentials }),
  appendLoad('classic append', 16, 3_000, { credentials }),
  appendLoad('classic append', 64, 4_000, { credentials }),
  appendLoad('batch append', 1, 800, {}),
  appendLoad('batch append', 64, 8_000, {}),
  {
    name: `classic append of ${eventsPerAppend} events, 4 writers`,
    events: 12_000,
    run: (client) =>
      inParallel(12_000 / eventsPerAppend, 4, async (stream) => {
        await client.appendToStream(stream, Array.from({ length: eventsPerAppend }, event), { credentials });
      }),
  },
  {
    name: 'read the last event of a stream',
    events: 1_000,
    run: (client) =>
      inParallel(1_000, 1, () =>
        countEvents(client.readStream(randomFilledStream(), { direction: 'backwards', fromRevision: END, maxCount: 1 }), 1),
      ),
  },
  {
    name: `read a stream of ${streamEvents} events`,
    events: 400 * streamEvents,
    run: (client) => inParallel(400, 1, () => countEvents(client.readStream(randomFilledStream()), streamEvents)),
  },
  {
    name: `read streams of ${streamEvents} events, 16 readers`,
    events: 800 * streamEvents,
    run: (client) => inParallel(800, 16, () => countEvents(client.readStream(randomFilledStream()), streamEvents)),
  },
  {
    name: 'read $all',
    events: logEvents,
    run: async (client) => [await timeOf(() => countEvents(client.readAll({ fromPosition: START, maxCount: logEvents }), logEvents))],
  },
  {
    name: 'catch up with $all',
    events: logEvents,
    run: async (client) => [await timeOf(() => catchUp(client))],
  },
  {
    name: 'three catch-ups at once',
    events: 3 * logEvents,
    run: async (client) => [await timeOf(() => Promise.all([catchUp(client), catchUp(client), catchUp(client)]))],
  },
  { name: 'append until the live subscriber has it', events: 500, run: (client) => appendToLiveSubscriber(client, 500) },
];

function appendLoad(
  name: string,
  writers: number,
  appends: number,
  options: Parameters<EventStoreDBClient['appendToStream']>[2],
): EventStoreLoad {
  return {
    name: `${name}, ${writers} ${writers === 1 ? 'writer' : 'writers'}`,
    events: appends,
    run: (client) =>
      inParallel(appends, writers, async (stream) => {
        await client.appendToStream(stream, event(), options);
      }),
  };
}

function randomFilledStream(): string {
  return filledStream(Math.floor((Math.random() * logEvents) / streamEvents));
}

async function inParallel(operations: number, workers: number, operate: (stream: string) => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  let left = operations;
  const work = async () => {
    const stream = `bench-${randomUUID()}`;
    while (left > 0) {
      left -= 1;
      took.push(await timeOf(() => operate(stream)));
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return took;
}

async function countEvents(events: AsyncIterable<ResolvedEvent>, expected: number): Promise<void> {
  let count = 0;
  for await (const { event: found } of events) if (found) count += 1;
  if (count !== expected) throw new Error(`${count} events instead of ${expected}`);
}

async function catchUp(client: EventStoreDBClient): Promise<void> {
  const subscription = client.subscribeToAll({ fromPosition: START });
  let count = 0;
  try {
    for await (const resolved of subscription) if (resolved.event && ++count === logEvents) return;
  } finally {
    await subscription.unsubscribe();
  }
}

async function appendToLiveSubscriber(client: EventStoreDBClient, times: number): Promise<number[]> {
  const stream = `bench-${randomUUID()}`;
  const subscription = client.subscribeToAll({ fromPosition: END });
  let arrived: () => void = () => undefined;
  await new Promise<void>((resolve) => subscription.once('caughtUp', () => resolve()));
  subscription.on('data', () => arrived());
  const took: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const live = new Promise<void>((resolve) => (arrived = resolve));
    took.push(await timeOf(() => Promise.all([client.appendToStream(stream, event(), { credentials }), live])));
  }
  await subscription.unsubscribe();
  return took;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
