import { dueWorkOf } from './due-work';
import type { WorkItem } from './work-item';

const work = (id: string): WorkItem => ({ kind: 'mail', id, attributes: {} });
const signal = new AbortController().signal;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Due work that is found when the test says so. */
function looking(concurrency = 2) {
  const [asked, errors]: [[number, number][], string[]] = [[], []];
  let find: (items: readonly WorkItem[]) => void = () => undefined;
  const due = (limit: number, lostAfterMs: number) => {
    asked.push([limit, lostAfterMs]);
    return new Promise<readonly WorkItem[]>((resolve) => (find = resolve));
  };
  const dueWork = dueWorkOf({ due, concurrency, signal, onError: (error) => errors.push(String(error)) })!;
  const found = async (...ids: string[]) => {
    const ended = dueWork.looking();
    find(ids.map(work));
    await ended;
  };
  return { dueWork, asked, errors, found };
}

it('keeps nobody waiting for a slow look, tells of it once, looks no second time meanwhile, and keeps what it finds late', async () => {
  const { dueWork, asked, errors, found } = looking();
  for (let ms = 0; ms < 20_000; ms += 250) {
    expect(dueWork.next('away')).toBeNull();
    jest.advanceTimersByTime(250);
  }
  expect([asked.length, errors]).toEqual([1, [expect.stringContaining('longer than 5000 ms')]]);
  await found('late');
  expect([dueWork.next('away')?.id, dueWork.looking()]).toEqual(['late', null]);
});

it('passes by what is in hand or was tried lately, also when that began after the look, and asks for more to find others behind it', async () => {
  const { dueWork, asked, found } = looking();
  const end = dueWork.begin(work('in hand'));
  dueWork.next('away');
  await found('in hand', 'a', 'b', 'c');
  expect(asked).toEqual([[4, 0]]);
  dueWork.begin(work('a'));
  expect(dueWork.next('away')?.id).toBe('b');
  end();
  expect(dueWork.next('away')).toBeNull();
});

it.each([
  ['one server', 10_000, 5_000],
  ['cluster', 3_000, 2_500],
] as const)(
  'looks for what NATS lost every so often while it is there, and all the time while it is away: %s',
  async (there, ms, lostAfterMs) => {
    const { dueWork, asked, found } = looking();
    dueWork.next(there);
    await found();
    expect([dueWork.untilLookMs(there), dueWork.untilLookMs('away')]).toEqual([ms, 500]);
    jest.advanceTimersByTime(500);
    dueWork.next('away');
    await found('a', 'b');
    expect([dueWork.untilLookMs(there), dueWork.untilLookMs('away')]).toEqual([2_000, 50]);
    expect(asked).toEqual([
      [2, lostAfterMs],
      [2, 0],
    ]);
  },
);

it('looks again soon while NATS is there and has lost something', async () => {
  const { dueWork, found } = looking();
  dueWork.next('cluster');
  await found('lost');
  expect(dueWork.next('cluster')?.id).toBe('lost');
  expect(dueWork.untilLookMs('cluster')).toBe(2_000);
  jest.advanceTimersByTime(2_000);
  dueWork.next('cluster');
  await found();
  expect(dueWork.untilLookMs('cluster')).toBe(3_000);
});
