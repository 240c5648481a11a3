import type { RecordedFact } from './recorded-fact';

/** Two hosts and the log may differ by some milliseconds; a clock that is ahead by more is not believed. */
const aheadAtMostMs = 60_000;

/**
 * When a fact happened: its own time, also where the host's clock was a little ahead of the log's; when it was stored where its own is none or is
 * over a minute later. However much earlier its own time is, it holds: a copied log has stored all its facts anew.
 */
export function happenedAt({ recordedAt, metadata: { occurredAt } }: Pick<RecordedFact, 'recordedAt' | 'metadata'>): string {
  const aheadMs = Date.parse(occurredAt) - recordedAt.getTime();
  return aheadMs <= aheadAtMostMs ? occurredAt : recordedAt.toISOString();
}

/** A state of a stream and the moment from which on it holds, in milliseconds since the Unix epoch. */
export interface Held<State> {
  readonly state: State;
  readonly from: number;
}

/**
 * From when on the state after one more fact holds, as `updated_at` has it: from when the fact happened, and after the state before it. A fact that
 * shows nothing has no moment of its own.
 */
export function holdsFrom(
  { unshown = [] }: { readonly unshown?: readonly string[] },
  before: Held<unknown>,
  state: unknown,
  fact: RecordedFact,
): number {
  if (state === before.state || unshown.includes(fact.type)) return before.from;
  return Math.max(before.from + 1, Date.parse(happenedAt(fact)));
}
