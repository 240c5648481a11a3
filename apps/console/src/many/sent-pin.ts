import type { BatchResult, CreatePin, ErrorBody, TakenBatch } from 'pin-publishing';

/** A pin as it was pasted, with what became of it. */
export interface SentPin {
  readonly item: unknown;
  /** Undefined where the service did not tell. */
  readonly result: BatchResult | undefined;
}

/** What was pasted may be anything: the service judges each for itself. */
export const batchOf = (items: readonly unknown[]) => ({ pins: items as readonly CreatePin[] });

/** Each of what was sent with its own result. */
export function withResults(items: readonly unknown[], { results }: Pick<TakenBatch, 'results'>): readonly SentPin[] {
  const byIndex = new Map(results.map((result) => [result.index, result]));
  return items.map((item, index) => ({ item, result: byIndex.get(index) }));
}

/** What a pasted pin is called; it may be anything. */
export function titleOf(item: unknown): string {
  const title: unknown = Object(item).title;
  return typeof title === 'string' && title !== '' ? title : 'without a title';
}

/** Why a pin was refused, field by field; the place that it had in what was sent is left out, as mended ones have another each time. */
export function reasonsOf({ message, errors = [] }: Pick<ErrorBody, 'message' | 'errors'>): readonly string[] {
  if (errors.length === 0) return [message];
  return errors.map(({ loc, msg }) => [loc.slice(loc[1] === 'pins' ? 3 : 1).join('.'), msg].filter(Boolean).join(': '));
}
