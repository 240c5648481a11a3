import { inTurn } from './in-turn';

const of = (...items: string[]) => items;
const firstLetter = (item: string) => item.charAt(0);

describe('turns', () => {
  it('give each group one item before any gets a second', () => {
    expect(inTurn(of('a1', 'a2', 'a3', 'b1', 'c1', 'c2'), firstLetter, '', 5)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2']);
  });

  it('go on after the group that was last', () => {
    expect(inTurn(of('a1', 'b1', 'c1'), firstLetter, 'b', 2)).toEqual(['c1', 'a1']);
    expect(inTurn(of('a1', 'b1', 'c1'), firstLetter, 'c', 2)).toEqual(['a1', 'b1']);
  });

  it('give nothing without room', () => {
    expect(inTurn(of('a1'), firstLetter, '', 0)).toEqual([]);
    expect(inTurn(of(), firstLetter, '', 9)).toEqual([]);
  });
});
