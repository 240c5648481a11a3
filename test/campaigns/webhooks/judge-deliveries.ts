import type { Accepted } from './unreliable-sink';

/** What a webhook was to be sent, and what arrived. */
export interface Delivered {
  readonly webhook: string;
  /** The highest sequence that the service says it gave. */
  readonly newest: number;
  readonly pinIds: readonly string[];
  readonly accepted: readonly Accepted[];
}

export interface DeliveryVerdict {
  readonly events: number;
  readonly lost: number;
  readonly duplicates: number;
  readonly violations: readonly string[];
}

const mostDuplicates = 0.01;
const awaited = ['pin.queued', 'pin.published'];

/** Lost 0, sequences from 1 without a gap, one id for each, both events of every pin, and at most 1 % that came more than once. */
export function judgeDeliveries(webhooks: readonly Delivered[]): DeliveryVerdict {
  const violations: string[] = [];
  let [events, lost, duplicates] = [0, 0, 0];
  for (const { webhook, newest, pinIds, accepted } of webhooks) {
    const ids = new Map<number, string>();
    const seen = new Set<string>();
    for (const { id, type, sequence, pinId } of accepted) {
      const known = ids.get(sequence);
      if (known !== undefined && known !== id) violations.push(`${webhook}: sequence ${sequence} came as ${known} and ${id}`);
      if (known === id) duplicates += 1;
      if (sequence < 1 || sequence > newest) violations.push(`${webhook}: sequence ${sequence} was never given`);
      ids.set(sequence, id);
      seen.add(`${pinId} ${type}`);
    }
    const missing = Array.from({ length: newest }, (_, index) => index + 1).filter((sequence) => !ids.has(sequence));
    if (missing.length > 0) violations.push(`${webhook}: ${missing.length} sequences did not come, the first ${missing[0]}`);
    if (new Set(ids.values()).size !== ids.size) violations.push(`${webhook}: two sequences have one id`);
    const silent = pinIds.flatMap((pinId) => awaited.filter((type) => !seen.has(`${pinId} ${type}`)).map((type) => `${pinId} ${type}`));
    if (silent.length > 0) violations.push(`${webhook}: ${silent.length} events of pins did not come, the first ${silent[0]}`);
    events += newest;
    lost += missing.length;
  }
  if (duplicates > events * mostDuplicates) violations.push(`${duplicates} of ${events} came again, more than 1 %`);
  return { events, lost, duplicates, violations };
}
