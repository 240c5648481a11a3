import type { LoadResult } from './open-load';
import { median, percentile } from './percentile';

export interface Measured {
  readonly what: string;
  readonly load: LoadResult;
}

/** One row for each thing measured, medians over the rounds; ratios are taken within a round. */
export function acceptReport(rounds: readonly (readonly Measured[])[]): Record<string, string | number>[] {
  const [first = []] = rounds;
  const loadOf = (round: readonly Measured[], what: string): LoadResult | undefined => round.find((each) => each.what === what)?.load;
  const medianOf = (pick: (round: readonly Measured[]) => number) => median(rounds.map(pick).filter((value) => !Number.isNaN(value)));
  return first.map(({ what }) => {
    const beside = what.endsWith(', calm') ? 'insert, calm' : 'insert';
    const rate = (name: string) => (round: readonly Measured[]) => loadOf(round, name)?.perSecond ?? Number.NaN;
    const rank = (name: string, at: number) => (round: readonly Measured[]) => percentile(loadOf(round, name)?.latencies ?? [], at);
    const ratio = (at: number) => medianOf((round) => rank(what, at)(round) / rank(beside, at)(round)).toFixed(1);
    return {
      what,
      'per second': medianOf(rate(what)).toFixed(0),
      '% of raw': medianOf((round) => (100 * rate(what)(round)) / rate('raw append')(round)).toFixed(1),
      'p50 ms': medianOf(rank(what, 50)).toFixed(1),
      'p99 ms': medianOf(rank(what, 99)).toFixed(1),
      'p50 ÷ INSERT': ratio(50),
      'p99 ÷ INSERT': ratio(99),
      failures: rounds.reduce((sum, round) => sum + (loadOf(round, what)?.failures ?? 0), 0),
    };
  });
}
