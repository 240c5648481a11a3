import { Streams, StreamStateCache, WrongRevision, type EventStore } from '@pps/event-store';
import { openInMemoryEventStore } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import { QuotaCounter } from './quota-counter';

const store = openInMemoryEventStore();
afterAll(() => store.close());

const actor = { type: 'system' as const };
const month = '2026-11';

function asking(projectId: string, limit: number) {
  const at = '2026-11-20T10:00:00.000Z';
  const entry = () => ({ entryId: newId(), pinId: newId(), units: 1, source: 'api' as const, at, actor });
  return () => ({
    projectId,
    epoch: 0,
    month,
    plan: 'starter' as const,
    limit,
    entry: entry(),
    origin: { actor, projectId, occurredAt: at },
  });
}

/** What a separate process would have: its own cache and its own mutex. */
const counter = (log: EventStore = store) => new QuotaCounter(new Streams(log, new StreamStateCache()));

it('gives exactly what the month has to eight processes that all want more, and fails none', async () => {
  const ask = asking(newId(), 450);
  const counters = Array.from({ length: 8 }, () => counter());
  const answers = await Promise.all(counters.flatMap((each) => Array.from({ length: 75 }, () => each.reserve(ask()))));
  expect(answers.filter(({ reserved }) => reserved)).toHaveLength(450);
  expect(await counters[0]?.readUsed(ask().projectId, 0, month)).toBe(450);
});

it('asks again however often others were first', async () => {
  let lost = 0;
  const unlucky: EventStore = {
    ...store,
    append: async (stream, facts, expected) => {
      if (++lost <= 20) throw new WrongRevision(stream);
      return store.append(stream, facts, expected);
    },
  };
  expect(await counter(unlucky).reserve(asking(newId(), 1)())).toEqual({ reserved: true, used: 1 });
});

it('holds requests that share an append each against its own limit', async () => {
  const projectId = newId();
  const each = counter();
  const before = asking(projectId, 2);
  const after = asking(projectId, 5);
  const answers = await Promise.all([before(), before(), before(), after(), before(), after()].map((ask) => each.reserve(ask)));
  expect(answers.map(({ reserved }) => reserved)).toEqual([true, true, false, true, false, true]);
});
