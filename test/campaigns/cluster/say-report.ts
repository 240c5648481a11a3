import type { ClusterReport } from './cluster-campaign';

/** Prints what a campaign has seen. */
export function sayReport(
  seed: number,
  { violations, notServed, answerTimes, ends, unled, unseen, refusedTwice, ...figures }: ClusterReport,
): void {
  console.log(`\nseed ${seed}: ${JSON.stringify(figures)}`);
  console.table(notServed);
  console.table(answerTimes);
  console.table(refusedTwice);
  console.log(`longest time of a duty without a holder, ms: ${JSON.stringify(unled)}`);
  console.log(`longest time in which duties could not be seen, ms: ${JSON.stringify(unseen)}`);
  for (const end of ends) console.log(end);
  for (const [violation, times] of counted(violations))
    console.log(`VIOLATION ${violation}${times > 1 ? `, and ${times - 1} like it` : ''}`);
  console.log(`${violations.length} violations`);
}

/** Of those that differ only in ids and moments the first, shortened, and how many there are. */
function counted(violations: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, { readonly first: string; times: number }>();
  for (const violation of violations) {
    const kind = violation.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '…');
    const known = counts.get(kind);
    if (known) known.times += 1;
    else counts.set(kind, { first: violation.slice(0, 400), times: 1 });
  }
  return new Map([...counts.values()].map(({ first, times }) => [first, times]));
}
