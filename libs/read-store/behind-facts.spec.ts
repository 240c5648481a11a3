import type { RecordedFact } from '@pps/event-store';
import { BehindFacts } from './behind-facts';

const facts = (...positions: number[]) => positions.map((position) => ({ position: BigInt(position) }) as RecordedFact);

function following(onFailure: () => void = () => undefined) {
  const batches: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const behind = new BehindFacts((batch) => {
    batches.push(batch.map(({ position }) => position).join(' '));
    return new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
  }, onFailure);
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
