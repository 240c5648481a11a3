import type { RecordedFact } from '@pps/event-store';
import { BehindFacts } from './behind-facts';

const facts = (...positions: number[]) => positions.map((position) => ({ position: BigInt(position) }) as RecordedFact);

function following(onFailure: () => void = () => undefined, gatherMs = 0) {
  const batches: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const behind = new BehindFacts(
    (batch) => {
      batches.push(batch.map(({ position }) => position).join(' '));
      return new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
    },
    onFailure,
    gatherMs,
  );
  const end = async (error?: Error) => {
    ends.shift()?.(error);
    await new Promise(setImmediate);
  };
  return { behind, batches, end };
}

describe('facts for those that follow behind', () => {
  it('wait while others are projected, and are one batch then, in their order', async () => {
    const { behind, batches, end } = following();
    await behind.add(facts(1, 2));
    await behind.add(facts(3));
    await behind.add(facts(4));
    expect(batches).toEqual(['1 2']);
    await end();
    expect(batches).toEqual(['1 2', '3 4']);
    const settled = behind.settled();
    await end();
    await settled;
    await behind.add(facts(5));
    expect(batches).toEqual(['1 2', '3 4', '5']);
    await end();
  });

  it('are gathered for a while, and no longer where somebody waits for them or there is no room for more', async () => {
    const { behind, batches, end } = following(undefined, 60_000);
    await behind.add(facts(1));
    await behind.add(facts(2, 3));
    await new Promise(setImmediate);
    expect(batches).toEqual([]);
    const settled = behind.settled();
    await new Promise(setImmediate);
    expect(batches).toEqual(['1 2 3']);
    await end();
    await settled;
    await behind.add(facts(4));
    const adding = behind.add(facts(...Array.from({ length: 400 }, (_, n) => 5 + n)));
    await new Promise(setImmediate);
    expect(batches[1]?.split(' ')).toHaveLength(401);
    await end();
    await adding;
  });

  it('are projected when the while is over', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const { behind, batches, end } = following(undefined, 5);
    await behind.add(facts(1));
    jest.advanceTimersByTime(4);
    await new Promise(setImmediate);
    expect(batches).toEqual([]);
    jest.advanceTimersByTime(1);
    await new Promise(setImmediate);
    expect(batches).toEqual(['1']);
    jest.useRealTimers();
    await end();
  });

  it('are so many at most: who brings more waits', async () => {
    const { behind, end } = following();
    const many = facts(...Array(400).keys());
    await behind.add(many);
    let hasRoom = false;
    const adding = behind.add(many).then(() => (hasRoom = true));
    await new Promise(setImmediate);
    expect(hasRoom).toBe(false);
    await end();
    await end();
    await adding;
  });

  it('are 600 in one batch at most', async () => {
    const { behind, batches, end } = following();
    await behind.add(facts(0));
    const adding = behind.add(facts(...Array(700).keys()));
    for (let ends = 0; ends < 3; ends++) await end();
    await adding;
    expect(batches.map((batch) => batch.split(' ').length)).toEqual([1, 600, 100]);
  });

  it('end with what projecting throws, which everybody is told', async () => {
    let failures = 0;
    const { behind, batches, end } = following(() => failures++);
    await behind.add(facts(1));
    await behind.add(facts(2));
    await end(new Error('commits lost'));
    await expect(behind.settled()).rejects.toThrow('commits lost');
    await expect(behind.add(facts(3))).rejects.toThrow('commits lost');
    expect([failures, batches]).toEqual([1, ['1']]);
  });
});
