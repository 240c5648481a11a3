import { growPortions, halvePortions, nextPortion, type TakesPortions } from './portions';

const facts = Array.from({ length: 6_000 }, (_, n) => n);

describe('what one transaction takes', () => {
  it('is 2,000 facts at most, or what is there', () => {
    expect(nextPortion([{}], facts)).toEqual(facts.slice(0, 2_000));
    expect(nextPortion([{}], [1, 2])).toEqual([1, 2]);
  });

  it('is half of what was lost, down to 50, for all who took part', () => {
    const takers: TakesPortions[] = [{}, {}];
    halvePortions(takers, 600);
    expect(nextPortion(takers, facts)).toHaveLength(300);
    for (let tries = 0; tries < 5; tries++) halvePortions(takers, nextPortion(takers, facts).length);
    expect(takers.map((taker) => nextPortion([taker], facts).length)).toEqual([50, 50]);
    expect(nextPortion([{ portion: 70 }, {}], facts)).toHaveLength(70);
  });

  it('grows back to 2,000 with full portions that are stored, and not with smaller ones', () => {
    const taker: TakesPortions = { portion: 100 };
    growPortions([taker], 99);
    expect(nextPortion([taker], facts)).toHaveLength(100);
    for (let stored = 0; stored < 40; stored++) growPortions([taker], nextPortion([taker], facts).length);
    expect(nextPortion([taker], facts)).toHaveLength(2_000);
  });
});
