import { FairRounds } from './fair-rounds';
import type { World } from './world';

const begin = Date.parse('2026-11-20T10:00:00.000Z');
const parkedUntil = new Date(begin + 60_000);
const [served, passed] = ['served', 'passed'].map((name) => ({ accountId: name, projectId: `project of ${name}`, simulated: false }));

/** Rounds of 10 ms in which one of two workspaces is served, until the other one's turn is reported as missed; the clock is set forward to `wall`. */
function roundsUntilReported(wall: Date, sleep?: Parameters<FairRounds['putToSleep']>[0][number]['sleep'], isRepeated = false): number {
  let [now, broken] = [0, 0];
  const world = {
    invariants: { broken: () => (broken += 1) },
    queue: {
      accounts: () => [served, passed],
      isHeldBack: () => false,
      mayStart: () => true,
      grants: { unclaimedCosts: () => new Map(), droppedAt: new Map() },
    },
    buckets: {
      peek: (name: string) => ({ tokens: 20, capacity: 20, refillPerSecond: 3, parkedUntil: name.endsWith('passed') ? parkedUntil : null }),
    },
    clock: () => wall,
    monotonic: () => now,
  };
  const rounds = new FairRounds(world as unknown as World);
  const putToSleep = () => sleep && rounds.putToSleep([{ accountId: 'passed', wakeCount: 0, sleep }]);
  putToSleep();
  for (let round = 1; round <= 20; round += 1) {
    now += 10;
    if (isRepeated) putToSleep();
    rounds.roundBegins();
    rounds.chosen([served] as never);
    if (broken > 0) return round;
  }
  return Infinity;
}

it('reports the fourth round of others in a row that passes by an account whose parking is over', () => {
  expect(roundsUntilReported(parkedUntil)).toBe(4);
  expect(roundsUntilReported(new Date(begin))).toBe(Infinity);
});

it('lets an account rest for 100 ms that was put to sleep until a moment just when the clock was set beyond it', () => {
  expect(roundsUntilReported(parkedUntil, { kind: 'until', at: parkedUntil })).toBe(13);
});

it('reports an account that is put to sleep like that again and again', () => {
  expect(roundsUntilReported(parkedUntil, { kind: 'until', at: parkedUntil }, true)).toBe(13);
});

it.each([
  { kind: 'for', ms: 60_000 },
  { kind: 'until', at: new Date(parkedUntil.getTime() + 1) },
] as const)('lets no account rest that sleeps otherwise: $kind', (sleep) => {
  expect(roundsUntilReported(parkedUntil, sleep)).toBe(4);
});
