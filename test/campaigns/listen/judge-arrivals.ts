/** An event as it arrived. */
export interface Arrival {
  readonly id: string;
  readonly sequence: number;
}

export interface ArrivalVerdict {
  readonly lost: number;
  readonly repeats: number;
  readonly violations: readonly string[];
}

const mostRepeats = 0.01;

/** Of the events 1 to `newest`: none is lost, each comes first in its turn, at most 1 % come again, and then with the same id. */
export function judgeArrivals(arrivals: readonly Arrival[], newest: number): ArrivalVerdict {
  const ids = new Map<number, string>();
  const violations: string[] = [];
  let [repeats, latest] = [0, 0];
  for (const { id, sequence } of arrivals) {
    const known = ids.get(sequence);
    if (known !== undefined) {
      repeats += 1;
      if (known !== id) violations.push(`${sequence} came as ${known} and ${id}`);
      continue;
    }
    if (sequence < latest) violations.push(`${sequence} came after ${latest}`);
    if (!(sequence >= 1 && sequence <= newest)) violations.push(`${sequence} was never given`);
    latest = Math.max(latest, sequence);
    ids.set(sequence, id);
  }
  const missing = Array.from({ length: newest }, (_, index) => index + 1).filter((sequence) => !ids.has(sequence));
  if (missing.length > 0) violations.push(`${missing.length} did not come, the first ${missing[0]}`);
  if (new Set(ids.values()).size !== ids.size) violations.push('two sequences have one id');
  if (repeats > newest * mostRepeats) violations.push(`${repeats} of ${newest} came again, more than 1 %`);
  return { lost: missing.length, repeats, violations };
}
