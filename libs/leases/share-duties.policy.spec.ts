import { shareDuties, type LedDuty } from './share-duties.policy';

const named = (count: number): string[] => Array.from({ length: count }, (_, index) => `duty ${String(index).padStart(2, '0')}`);
const ledBy = (holder: string, duties: readonly string[]): LedDuty[] => duties.map((duty) => ({ duty, holder }));
const one = () => 1;

/** What all lead after the moves, as each contender asks for all that it does not lead. */
function afterMoves(led: readonly LedDuty[], hosts: readonly string[], weightOf: (duty: string) => number) {
  const wanted = (holder: string) => led.filter((each) => each.holder !== holder).map(({ duty }) => duty);
  const moves = shareDuties(
    led,
    hosts.map((holder) => ({ holder, wanted: wanted(holder) })),
    weightOf,
  );
  const moved = led.map(({ duty, holder }) => ({ duty, holder: moves.find((move) => move.duty === duty)?.to ?? holder }));
  const loads = hosts.map((host) => moved.filter(({ holder }) => holder === host).reduce((sum, { duty }) => sum + weightOf(duty), 0));
  return { moves, moved, loads };
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
  ])('moves of 47 equal ones as many to %j as make all lead equally many, and none when they do', (hosts, expected) => {
    const { moves, moved, loads } = afterMoves(ledBy('a', named(47)), hosts, one);
    expect([...loads].sort((a, b) => b - a)).toEqual(expected);
    expect(moves.every(({ from }) => from === 'a')).toBe(true);
    expect(moves).toHaveLength(47 - Number(loads[0]));
    expect(afterMoves(moved, hosts, one).moves).toEqual([]);
  });

  it('shares by weight: the heavy ones apart, the light ones where there is room', () => {
    const weights = [31, 16, 12, 11, ...Array.from({ length: 12 }, () => 3)];
    const duties = named(weights.length);
    const weightOf = (duty: string) => weights[duties.indexOf(duty)] ?? 1;
    expect(afterMoves(ledBy('a', duties), ['a', 'b'], weightOf).loads).toEqual([52, 54]);
    const four = afterMoves(ledBy('a', duties), ['a', 'b', 'c', 'd'], weightOf);
    expect(four.loads.every((load) => load >= 23 && load <= 31)).toBe(true);
    expect(new Set(four.moved.slice(0, 3).map(({ holder }) => holder)).size).toBe(3);
  });

  it('shares the heavy ones among all who are there, not only their sum', () => {
    const duties = named(42);
    const heavy = duties.slice(0, 6);
    const { loads, moved } = afterMoves(ledBy('a', duties), ['a', 'b'], (duty) => (heavy.includes(duty) ? 4 : 1));
    expect(loads).toEqual([30, 30]);
    expect(moved.filter(({ duty, holder }) => heavy.includes(duty) && holder === 'b')).toHaveLength(3);
  });

  it('leaves where it is what would only make another lead as much', () => {
    expect(afterMoves(ledBy('a', ['only']), ['a', 'b'], () => 16).moves).toEqual([]);
    expect(afterMoves([...ledBy('a', named(2)), { duty: 'third', holder: 'b' }], ['a', 'b'], one).moves).toEqual([]);
  });

  it('gives nobody what he does not want', () => {
    const led = ledBy('new', named(4));
    expect(shareDuties(led, [{ holder: 'old', wanted: ['another', 'duty 03'] }], one)).toEqual([
      { duty: 'duty 03', from: 'new', to: 'old' },
    ]);
    expect(shareDuties(led, [{ holder: 'old', wanted: [] }], one)).toEqual([]);
  });

  it('says the same in whatever order the rows come', () => {
    const led = [...ledBy('a', named(9)), ...ledBy('b', ['x', 'y', 'z', 'v', 'w'])];
    const contenders = ['c', 'd'].map((holder) => ({ holder, wanted: led.map(({ duty }) => duty) }));
    expect(shareDuties([...led].reverse(), [...contenders].reverse(), one)).toEqual(shareDuties(led, contenders, one));
  });

  it('ends, whatever the weights are and whoever leads, and then nothing is to be moved', () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let run = 0; run < 300; run++) {
      const hosts = named(1 + random(6));
      const duties = named(1 + random(40));
      const weights = new Map(duties.map((duty) => [duty, 1 + random(20)]));
      const weightOf = (duty: string) => weights.get(duty) ?? 1;
      const led = duties.map((duty): LedDuty => ({ duty, holder: hosts[random(hosts.length)] ?? '' }));
      // At most one move of each duty, so a last one may be left for the next time; then it rests.
      let rest = led;
      let rounds = 0;
      for (let next = afterMoves(rest, hosts, weightOf); next.moves.length > 0 && rounds < 40; next = afterMoves(rest, hosts, weightOf)) {
        rest = next.moved;
        rounds++;
      }
      expect(rounds).toBeLessThan(5);
    }
  });

  it('takes no time that grows beyond bounds with 2,000 duties of 100 hosts', () => {
    const hosts = named(100);
    const led = ledBy('duty 00', named(2_000));
    const begun = performance.now();
    const { loads } = afterMoves(led, hosts, one);
    expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1);
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});
