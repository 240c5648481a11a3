import type { RecordedFact } from '@pps/event-store';
import { recorded } from '@pps/read-store/testing';
import { BuildQueues } from './build-queues';
import type { RunningBuild } from './project-batch';

const build = (name: string, ...handles: string[]): RunningBuild => ({
  projection: { name, version: 1, handles, tables: [], create: async () => undefined, project: async () => undefined },
  build: 1,
  position: -1n,
  serving: true,
});

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let next = 0n;
const batch = (count = 200, data: object = {}): RecordedFact[] => {
  const facts = recorded(
    'noting-1',
    Array.from({ length: count }, () => ({ type: 'Noted', data })),
    next,
  );
  next += BigInt(count);
  return facts;
};

interface Given {
  readonly names: string;
  readonly facts: readonly RecordedFact[];
}

/** Queues whose builds named in `held` wait until they are let go. */
function queuesOf(answer: (names: string) => readonly RunningBuild[] = () => []) {
  const given: Given[] = [];
  const held = new Map<string, Promise<void>>();
  let failures = 0;
  const queues = new BuildQueues(
    async (members, facts) => {
      const names = members.map(({ projection }) => projection.name).join(' ');
      given.push({ names, facts });
      await held.get(names);
      return answer(names);
    },
    () => failures++,
  );
  const hold = (name: string) => {
    let resolve = () => undefined as void;
    held.set(name, new Promise((released) => (resolve = released)));
    return () => {
      held.delete(name);
      resolve();
    };
  };
  const positions = (name: string) =>
    given.filter(({ names }) => names === name).flatMap(({ facts }) => facts.map(({ position }) => position));
  return { queues, given, hold, positions, failures: () => failures };
}

beforeEach(() => void (next = 0n));

it('lets the others go on while one is slow, until three batches wait for it, and loses none', async () => {
  const [slow, quick] = [build('slow', 'Noted'), build('quick', 'Noted')];
  const { queues, hold, positions } = queuesOf();
  const letGo = hold('slow');
  await queues.add([slow, quick], batch());
  await queues.add([slow, quick], batch());
  let isThird = false;
  const third = queues.add([slow, quick], batch()).then(() => void (isThird = true));
  for (let turn = 0; turn < 1_000 && positions('quick').length < 600; turn++) await nextTurn();
  expect({ isThird, slow: positions('slow').length }).toEqual({ isThird: false, slow: 200 });
  letGo();
  await third;
  await queues.settled();
  for (const name of ['slow', 'quick']) expect(positions(name)).toEqual(Array.from({ length: 600 }, (_, n) => BigInt(n)));
});

it('bounds what waits by its bytes as well, whatever the facts hold', async () => {
  const { queues, hold } = queuesOf();
  const letGo = hold('slow');
  const large = () => batch(1, { nested: [{ text: 'x'.repeat(20 * 2 ** 20) }] });
  await queues.add([build('slow', 'Noted')], large());
  let isSecond = false;
  const members = [build('slow', 'Noted')];
  await queues.add(members, large());
  const second = queues.add(members, large()).then(() => void (isSecond = true));
  await nextTurn();
  expect(isSecond).toBe(false);
  letGo();
  await second;
  await queues.settled();
});

it('does not open what is sealed to know how much waits', async () => {
  const { queues, hold } = queuesOf();
  const letGo = hold('slow');
  const sealed = batch(2).map((fact) => ({
    ...fact,
    get data(): never {
      throw new Error('opened');
    },
    storedData: { text: 'x'.repeat(20 * 2 ** 20) },
  }));
  const members = [build('slow', 'Noted')];
  await queues.add(members, sealed.slice(0, 1));
  let isSecond = false;
  const second = queues.add(members, sealed.slice(1)).then(() => void (isSecond = true));
  await nextTurn();
  expect(isSecond).toBe(false);
  letGo();
  await second;
  await queues.settled();
});

it('moves those that no fact concerns together', async () => {
  const { queues, given } = queuesOf();
  await queues.add([build('one', 'Other'), build('noted', 'Noted'), build('two', 'Another')], batch());
  await queues.settled();
  expect(given.map(({ names }) => names).sort()).toEqual(['noted', 'one two']);
});

it('gives one that has failed nothing more of what was queued for it', async () => {
  const sick = build('sick', 'Noted');
  const { queues, hold, positions, failures } = queuesOf((names) => (names === 'sick' ? [sick] : []));
  const letGo = hold('sick');
  await queues.add([sick, build('healthy', 'Noted')], batch());
  await queues.add([sick], batch());
  letGo();
  await queues.settled();
  expect({ sick: positions('sick').length, failures: failures() }).toEqual({ sick: 200, failures: 0 });
});

it('ends the work of all when one throws, also for who waits for room', async () => {
  const lost = new Error('commits were lost');
  const { queues, given, hold, failures } = queuesOf((names) => {
    if (names === 'first') throw lost;
    return [];
  });
  const letGo = hold('first');
  const members = [build('first', 'Noted')];
  await queues.add(members, batch());
  await queues.add(members, batch());
  const waiting = queues.add(members, batch());
  letGo();
  await expect(waiting).rejects.toBe(lost);
  await expect(queues.settled()).rejects.toBe(lost);
  expect({ given: given.length, failures: failures() }).toEqual({ given: 1, failures: 1 });
});

it('is settled after a failure only when what ran beside it has ended', async () => {
  const { queues, hold } = queuesOf((names) => {
    if (names === 'failing') throw new Error('commits were lost');
    return [];
  });
  const [failNow, letGo] = [hold('failing'), hold('beside')];
  await queues.add([build('failing', 'Noted'), build('beside', 'Noted')], batch());
  let isSettled = false;
  const settled = queues.settled().catch(() => undefined);
  void settled.then(() => (isSettled = true));
  failNow();
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  expect(isSettled).toBe(false);
  letGo();
  await settled;
});

it('begins nothing more once told so, and is settled with what runs', async () => {
  const { queues, hold, positions } = queuesOf();
  const letGo = hold('one');
  const members = [build('one', 'Noted')];
  await queues.add(members, batch());
  await queues.add(members, batch());
  queues.beginNothingAfter(0);
  letGo();
  await queues.settled();
  expect(positions('one')).toHaveLength(200);
});

it('moves those that no fact concerns to the newest end that waits for any of them', async () => {
  const { queues, given, hold } = queuesOf();
  const lanes = ['a', 'b', 'c'].map((name) => ({ member: build(name, 'Noted'), letGo: hold(name) }));
  const [longest, newest] = [build('longest', 'Other'), build('newest', 'Another')];
  await queues.add([...lanes.map(({ member }) => member)], batch());
  await queues.add([longest], batch());
  await queues.add([longest, newest], batch());
  await queues.add([newest], batch());
  for (const { letGo } of lanes) letGo();
  await queues.settled();
  const moved = given.find(({ names }) => names === 'longest newest');
  expect(moved?.facts.at(-1)?.position).toBe(799n);
});
