import { groupLookups } from './group-lookups';

/** Looks up lengths; notes what it was asked together. */
function lengths(atMost: number) {
  const asked: (readonly string[])[] = [];
  const lookUp = groupLookups(atMost, async (keys: readonly string[]) => {
    asked.push(keys);
    if (keys.includes('away')) throw new Error('away');
    return new Map(keys.filter((key) => key !== 'absent').map((key) => [key, key.length]));
  });
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

  it('fail together, and no later one fails with them', async () => {
    const { lookUp } = lengths(10);
    const together = await Promise.allSettled(['a', 'away'].map(lookUp));
    expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await lookUp('a')).toBe(1);
  });
});
