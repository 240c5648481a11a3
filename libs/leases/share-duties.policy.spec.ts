import { shareDuties, type LedDuty } from './share-duties.policy';

const named = (count: number): string[] => Array.from({ length: count }, (_, index) => `duty ${String(index).padStart(2, '0')}`);
const ledBy = (holder: string, duties: readonly string[]): LedDuty[] => duties.map((duty) => ({ duty, holder }));

/** What all lead after the moves, as each contender asks for all that it does not lead. */
function afterMoves(led: readonly LedDuty[], hosts: readonly string[]) {
  const wanted = (holder: string) => led.filter((each) => each.holder !== holder).map(({ duty }) => duty);
  const moves = shareDuties(
    led,
    hosts.map((holder) => ({ holder, wanted: wanted(holder) })),
  );
  const moved = led.map(({ duty, holder }) => ({ duty, holder: moves.find((move) => move.duty === duty)?.to ?? holder }));
  const counts = hosts.map((host) => moved.filter(({ holder }) => holder === host).length);
  return { moves, moved, counts };
}

describe('sharing duties', () => {
  it.each([
    [
      ['a', 'b'],
      [24, 23],
    ],
    [
      ['a', 'b', 'c', 'd'],
      [12, 12, 12, 11],
    ],
  ])('moves of 47 as many to %j as make all lead equally many, and none when they do', (hosts, expected) => {
    const { moves, moved, counts } = afterMoves(ledBy('a', named(47)), hosts);
    expect([...counts].sort((a, b) => b - a)).toEqual(expected);
    expect(moves.every(({ from }) => from === 'a')).toBe(true);
    expect(moves).toHaveLength(47 - Number(counts[0]));
    expect(afterMoves(moved, hosts).moves).toEqual([]);
  });

  it('leaves where it is what would only make another lead as much', () => {
    expect(afterMoves(ledBy('a', ['only']), ['a', 'b']).moves).toEqual([]);
    expect(afterMoves([...ledBy('a', named(2)), { duty: 'third', holder: 'b' }], ['a', 'b']).moves).toEqual([]);
  });

  it('gives nobody what he does not want', () => {
    const led = ledBy('new', named(4));
    expect(shareDuties(led, [{ holder: 'old', wanted: ['another', 'duty 03'] }])).toEqual([{ duty: 'duty 03', from: 'new', to: 'old' }]);
    expect(shareDuties(led, [{ holder: 'old', wanted: [] }])).toEqual([]);
  });

  it('says the same in whatever order the rows come', () => {
    const led = [...ledBy('a', named(9)), ...ledBy('b', ['x', 'y', 'z', 'v', 'w'])];
    const contenders = ['c', 'd'].map((holder) => ({ holder, wanted: led.map(({ duty }) => duty) }));
    expect(shareDuties([...led].reverse(), [...contenders].reverse())).toEqual(shareDuties(led, contenders));
  });

  it('comes to rest after one round, whoever leads', () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let run = 0; run < 300; run++) {
      const hosts = named(1 + random(6));
      const led = named(1 + random(40)).map((duty): LedDuty => ({ duty, holder: hosts[random(hosts.length)] ?? '' }));
      const { counts, moved } = afterMoves(led, hosts);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      expect(afterMoves(moved, hosts).moves).toEqual([]);
    }
  });

  it('takes no time that grows beyond bounds with 2,000 duties of 100 hosts', () => {
    const hosts = named(100);
    const led = ledBy('duty 00', named(2_000));
    const begun = performance.now();
    const { counts } = afterMoves(led, hosts);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});
