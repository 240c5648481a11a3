import { takeRoundRobin } from './take-round-robin';

const of = (...items: string[]) => items;
const firstLetter = (item: string) => item.charAt(0);

describe('a round robin', () => {
  it('gives each group one item before any gets a second', () => {
    expect(takeRoundRobin(of('a1', 'a2', 'a3', 'b1', 'c1', 'c2'), firstLetter, '', 5)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2']);
  });

  it('goes on after the group that was last', () => {
    expect(takeRoundRobin(of('a1', 'b1', 'c1'), firstLetter, 'b', 2)).toEqual(['c1', 'a1']);
    expect(takeRoundRobin(of('a1', 'b1', 'c1'), firstLetter, 'c', 2)).toEqual(['a1', 'b1']);
  });

  it('gives nothing without room', () => {
    expect(takeRoundRobin(of('a1'), firstLetter, '', 0)).toEqual([]);
    expect(takeRoundRobin(of(), firstLetter, '', 9)).toEqual([]);
  });
});
