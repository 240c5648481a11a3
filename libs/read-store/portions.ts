const mostFacts = 2_000;
const fewestFacts = 50;
/** Slowly: a transaction that is lost costs as much time as several that are not. */
const growth = 1.1;

/** What stores facts in transactions of a size that has proved to be possible. */
export interface TakesPortions {
  /** How many facts its next transaction takes at most; 2,000 where none was lost of late. */
  portion?: number;
}

/** The first of these facts: as many as each of the takers can take in one transaction. */
export const nextPortion = <Fact>(takers: readonly TakesPortions[], facts: readonly Fact[]): readonly Fact[] =>
  facts.slice(0, Math.min(mostFacts, ...takers.map(({ portion = mostFacts }) => portion)));

/** After a transaction with so many facts was lost: half as many next time, down to 50. One with fewer says nothing of those with more. */
export function halvePortions(takers: readonly TakesPortions[], facts: number): void {
  if (facts <= fewestFacts) return;
  for (const taker of takers) taker.portion = Math.max(fewestFacts, Math.ceil(facts / 2));
}

/** After a transaction with so many facts: who took as many as it could takes a tenth more next time. */
export function growPortions(takers: readonly TakesPortions[], facts: number): void {
  for (const taker of takers) {
    if (taker.portion === undefined || facts < taker.portion) continue;
    taker.portion = Math.ceil(taker.portion * growth);
    if (taker.portion >= mostFacts) delete taker.portion;
  }
}
