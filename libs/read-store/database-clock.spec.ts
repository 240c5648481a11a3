import { DatabaseClock } from './database-clock';

/** A machine whose clocks are set by hand, and a database whose clock is so much ahead of the machine's true one. */
function machine() {
  let [wallMs, monotonicMs, databaseAheadMs] = [1_000_000, 500, 0];
  let asked = 0;
  const clock = new DatabaseClock({ toleranceMs: 30_000, onSet: () => (asked += 1), wallMs: () => wallMs, monotonicMs: () => monotonicMs });
  const trueMs = () => monotonicMs - 500 + 1_000_000;
  return {
    clock,
    now: () => clock.now().getTime() - trueMs(),
    timesAsked: () => asked,
    set: (byMs: number) => void (wallMs += byMs),
    setDatabase: (byMs: number) => void (databaseAheadMs += byMs),
    pass(ms: number) {
      wallMs += ms;
      monotonicMs += ms;
    },
    sleep: (ms: number) => void (wallMs += ms),
    look(exactToMs = 1, wrongByMs = 0) {
      clock.note({ databaseMs: trueMs() + databaseAheadMs + wrongByMs, monotonicMs, exactToMs });
    },
  };
}

it('is the machine’s own before the first look', () => {
  const { set, now } = machine();
  set(-300_000);
  expect(now()).toBe(-300_000);
});

it('is the database’s, whatever the machine’s says, and goes on with the monotonic clock', () => {
  const { set, look, pass, now, clock, setDatabase } = machine();
  set(-300_000);
  look();
  expect([now(), clock.machineTooFar()]).toEqual([0, -300]);
  pass(60_000);
  expect(now()).toBe(0);
  setDatabase(7_000);
  look();
  expect(now()).toBe(7_000);
});

it('asks for a look when the machine’s clock is set, and does not follow it meanwhile', () => {
  const { look, pass, now, set, timesAsked } = machine();
  look();
  pass(5_000);
  set(400);
  expect([now(), timesAsked()]).toEqual([400, 0]);
  set(300_000);
  expect([now(), timesAsked()]).toEqual([0, 1]);
  look();
  expect([now(), timesAsked()]).toEqual([0, 1]);
});

it('is moved by no look that is less exact than what it says', () => {
  const { look, now, set } = machine();
  set(5_000);
  look();
  look(200, 150);
  expect(now()).toBe(0);
  look(100, 150);
  expect(now()).toBe(150);
});

it('is the machine’s own, to the millisecond, while that is in step with the database’s', () => {
  const { look, now, set } = machine();
  set(80);
  look();
  expect(now()).toBe(80);
  set(22);
  look();
  expect(now()).toBe(0);
});

it.each([10_000, -10_000])('is not taken from a machine that is off by %d ms because of a look that took long', (offMs) => {
  const { look, now, set, clock } = machine();
  set(offMs);
  look();
  look(10_000, offMs / 2);
  look(20_000, -offMs);
  expect([now(), clock.machineTooFar()]).toEqual([0, null]);
  look();
  expect(now()).toBe(0);
});

it('leaves a machine in step alone when a look takes long, and after it was set goes by the look before', () => {
  const { look, now, set } = machine();
  look();
  look(3_000, -2_000);
  expect(now()).toBe(0);
  set(90_000);
  look(3_000, -2_000);
  expect(now()).toBe(0);
});

it('tolerates a machine that differs by little', () => {
  const { look, set, clock } = machine();
  set(29_000);
  look();
  expect(clock.machineTooFar()).toBeNull();
  set(2_000);
  look();
  expect(clock.machineTooFar()).toBe(31);
});
