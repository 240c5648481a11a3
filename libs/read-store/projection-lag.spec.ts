import { ProjectionLag } from './projection-lag';

function lagging() {
  let now = 0;
  const lag = new ProjectionLag({ names: ['pins', 'schedules'], stalledMs: 5_000, monotonic: () => now });
  return { lag, pass: (ms: number) => (now += ms) };
}

describe('how far behind projections are', () => {
  it('is the age of the oldest position that the slowest has not passed', () => {
    const { lag, pass } = lagging();
    lag.notePlace('pins', 0n);
    lag.notePlace('schedules', 0n);
    lag.noteHead(10n);
    pass(100);
    lag.noteHead(20n);
    pass(50);
    expect(lag.current()).toBe(150);
    lag.notePlace('pins', 20n);
    expect(lag.current()).toBe(150);
    lag.notePlace('schedules', 10n);
    expect(lag.current()).toBe(50);
    lag.notePlace('schedules', 20n);
    expect(lag.current()).toBe(0);
  });

  it('leaves out those that nobody waits for, and those of which nothing was heard', () => {
    const { lag, pass } = lagging();
    lag.notePlace('rollups', 0n);
    lag.noteHead(10n);
    pass(100);
    expect(lag.current()).toBe(0);
  });

  it('leaves out one that does not move any more, until it moves; also one that had nothing to do for long', () => {
    const { lag, pass } = lagging();
    lag.notePlace('pins', 0n);
    pass(60_000);
    lag.noteHead(10n);
    pass(5_000);
    expect(lag.current()).toBe(5_000);
    pass(1);
    expect(lag.current()).toBe(0);
    lag.notePlace('pins', 5n);
    expect(lag.current()).toBe(5_001);
  });

  it('is not known of what was heard before the connection was lost', () => {
    const { lag, pass } = lagging();
    lag.notePlace('pins', 0n);
    lag.noteHead(10n);
    pass(100);
    lag.forgetPlaces();
    expect(lag.current()).toBe(0);
    lag.notePlace('pins', 9n);
    expect(lag.current()).toBe(100);
  });

  it('stays known, and its memory bounded, however much is appended meanwhile', () => {
    const { lag, pass } = lagging();
    lag.notePlace('pins', 0n);
    for (let position = 1n; position <= 5_000n; position++) {
      lag.noteHead(position);
      lag.notePlace('schedules', position);
      pass(20);
      if (position % 100n === 0n) lag.notePlace('pins', 1n + position / 100n);
    }
    expect(lag.current()).toBeGreaterThan(90_000);
    lag.notePlace('pins', 5_000n);
    expect(lag.current()).toBe(0);
  });

  it('is that of those that move while one has stopped, however much is appended meanwhile', () => {
    const { lag, pass } = lagging();
    lag.notePlace('pins', 0n);
    let longest = 0;
    for (let position = 1n; position <= 10_000n; position++) {
      lag.noteHead(position);
      pass(5);
      if (position * 25n > 5_100n) longest = Math.max(longest, lag.current());
      lag.notePlace('schedules', position);
      pass(20);
    }
    expect(longest).toBe(5);
  });

  it('counts one again that had stopped, once it moves, from the oldest fact that is still known', () => {
    const { lag, pass } = lagging();
    lag.notePlace('pins', 0n);
    for (let position = 1n; position <= 1_000n; position++) {
      lag.noteHead(position);
      pass(25);
      lag.notePlace('schedules', position);
    }
    lag.noteHead(1_001n);
    lag.notePlace('pins', 1n);
    pass(300);
    lag.notePlace('pins', 2n);
    expect(lag.current()).toBe(300);
  });
});
