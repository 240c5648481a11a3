import { newId } from '@pps/kernel';
import { coalesceAppends } from './coalesce-appends';
import { someone } from './testing';

/** Notes how appends leave: by themselves, or how many together. */
function coalescing() {
  const left: ('alone' | number)[] = [];
  const append = coalesceAppends({
    alone: async () => (left.push('alone'), { revision: 0, position: 1n }),
    together: (appends) => {
      left.push(appends.length);
      return appends.map(async (_, index) => ({ revision: index, position: 1n }));
    },
  });
  const begin = (count: number, text = '') =>
    Array.from({ length: count }, () => append({ stream: `s-${newId()}`, facts: [factOf({ text })], expected: 'no_stream' }));
  return { left, append, begin };
}

const factOf = (data: unknown) => ({ id: newId(), type: 'Written', data, metadata: { ...someone, schemaVersion: 1 } });

describe('appends', () => {
  it('leave alone where they begin alone, together where they begin in one tick, also behind what was resolved', async () => {
    const { left, begin } = coalescing();
    await Promise.all(begin(1));
    await Promise.all(begin(1));
    await Promise.all(begin(3));
    await Promise.all([begin(2), Promise.resolve().then(() => Promise.all(begin(2)))].flat());
    expect(left).toEqual(['alone', 'alone', 3, 4]);
  });

  it('leave a hundred in a call and a call in a turn of the event loop, a last one alone', async () => {
    const { left, begin } = coalescing();
    const all = Promise.all(begin(201));
    await Promise.resolve();
    await new Promise(process.nextTick);
    expect(left).toEqual([100]);
    await all;
    expect(left).toEqual([100, 100, 'alone']);
  });

  it('of thousands wait while eight calls have no answer', async () => {
    const answers: (() => void)[] = [];
    const append = coalesceAppends({
      alone: () => Promise.reject(new Error('none begins alone')),
      together: (appends) => {
        const answered = new Promise<void>((resolve) => void answers.push(resolve));
        return appends.map(() => answered.then(() => ({ revision: 0, position: 1n })));
      },
    });
    const all = Promise.all(
      Array.from({ length: 1_000 }, () => append({ stream: `s-${newId()}`, facts: [factOf({})], expected: 'no_stream' })),
    );
    const turns = async (count: number) => {
      for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
    };
    await turns(50);
    expect(answers).toHaveLength(8);
    answers[3]?.();
    await turns(50);
    expect(answers).toHaveLength(9);
    for (let index = 0; index < 10; index++) {
      answers[index]?.();
      await turns(2);
    }
    expect(await all).toHaveLength(1_000);
  });

  it('of a call that throws are refused, and those behind them leave', async () => {
    let calls = 0;
    const append = coalesceAppends({
      alone: () => Promise.reject(new Error('none begins alone')),
      together: (appends) => {
        if (++calls === 1) throw new Error('the call failed');
        return appends.map(async () => ({ revision: 0, position: 1n }));
      },
    });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 150 }, () => append({ stream: `s-${newId()}`, facts: [factOf({})], expected: 'no_stream' })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual([...Array<string>(100).fill('rejected'), ...Array<string>(50).fill('fulfilled')]);
  });

  it('leave a mebibyte in a call, and one that has more by itself', async () => {
    const { left, begin } = coalescing();
    await Promise.all(begin(5, 'x'.repeat(400_000)));
    expect(left).toEqual([2, 2, 'alone']);
    await Promise.all(begin(2, 'x'.repeat(2_000_000)));
    expect(left).toEqual([2, 2, 'alone', 'alone', 'alone']);
  });

  it('have each an outcome of its own, and one that is not JSON is refused by itself', async () => {
    const { append, begin } = coalescing();
    const refused = append({ stream: 's-1', facts: [factOf({ by: 1n })], expected: 'no_stream' });
    const others = begin(2);
    await expect(refused).rejects.toMatchObject({ name: 'AppendRefused' });
    expect((await Promise.all(others)).map(({ revision }) => revision)).toEqual([0, 1]);
  });
});
