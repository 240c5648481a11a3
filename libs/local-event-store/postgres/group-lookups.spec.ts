import { groupLookups } from './event-reader';

/** Looks up lengths; notes what it was asked together. */
function lengths(atMost: number) {
  const asked: (readonly string[])[] = [];
  const lookUp = groupLookups(
    atMost,
    async (keys: readonly string[]) => {
      asked.push(keys);
      const refused = keys.find((key) => ['bad', 'away'].includes(key));
      if (refused !== undefined) throw new Error(refused);
      return new Map(keys.filter((key) => key !== 'absent').map((key) => [key, key.length]));
    },
    (error) => (error as Error).message === 'bad',
  );
  return { asked, lookUp };
}

describe('look-ups of one turn of the event loop', () => {
  it('are made together, each key once, so many at once, and each has its own answer', async () => {
    const { asked, lookUp } = lengths(3);
    const keys = ['a', 'bb', 'absent', 'a', 'cccc', 'bb'];
    expect(await Promise.all(keys.map(lookUp))).toEqual([1, 2, undefined, 1, 4, 2]);
    expect(asked).toEqual([
      ['a', 'bb', 'absent'],
      ['a', 'cccc', 'bb'],
    ]);
  });

  it('are made alone where they fail together, so that only what fails alone fails', async () => {
    const { asked, lookUp } = lengths(10);
    const together = await Promise.allSettled(['a', 'bad', 'bb', 'a'].map(lookUp));
    expect(together).toMatchObject([{ value: 1 }, { reason: { message: 'bad' } }, { value: 2 }, { value: 1 }]);
    expect(asked).toEqual([['a', 'bad', 'bb'], ['a'], ['bad'], ['bb']]);
  });

  it('fail together where no key is at fault, so that nobody waits for one failure after the other', async () => {
    const { asked, lookUp } = lengths(10);
    const together = await Promise.allSettled(['a', 'away'].map(lookUp));
    expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(asked).toEqual([['a', 'away']]);
    expect(await lookUp('a')).toBe(1);
  });
});
