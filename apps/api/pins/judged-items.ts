import { Rejected } from '@pps/kernel';
import type { Pin } from '@pps/pins/events';
import type { Place } from './pin-queueing';

/** What is to become of one item of a batch. */
export type Judged =
  | { readonly kind: 'new'; readonly place: Place }
  | { readonly kind: 'existing'; readonly place: Place; readonly pin: Pin }
  | { readonly kind: 'again'; readonly place: Place; readonly first: number }
  | { readonly kind: 'failed'; readonly key: string | null; readonly accountId: string | null; readonly error: unknown };

/** Marks items whose key an earlier one of the same batch has. */
export const repeatsOf = (judged: readonly Judged[]): Judged[] =>
  judged.map((item, index) => {
    if (item.kind !== 'new') return item;
    const first = judged.findIndex((other) => other.kind === 'new' && other.place.pinId === item.place.pinId);
    return first === index ? item : again(judged[first], first, item.place);
  });

/** The same key twice in one batch: the second is a repeat of the first, or reuses its key. */
function again(before: Judged | undefined, first: number, place: Place): Judged {
  const same = before?.kind === 'new' && JSON.stringify(before.place.request) === JSON.stringify(place.request);
  if (same) return { kind: 'again', place, first };
  const error = new Rejected('idempotency_key_reused', 'The idempotency key was used for another pin.', { pin_id: place.pinId });
  const { idempotencyKey: key, accountId } = place.request;
  return { kind: 'failed', key, accountId, error };
}

/** Accounts of the project that the items name. */
export const accountsOf = (judged: readonly Judged[]): string[] => [
  ...new Set(judged.flatMap((item) => ('place' in item ? item.place.request.accountId : (item.accountId ?? [])))),
];

/** The key of an item that may be no valid creation, so that its sender can tell which one it was. */
export function keyIn(body: unknown): string | null {
  const { idempotency_key: key } = Object(body) as { readonly idempotency_key?: unknown };
  return typeof key === 'string' && key.length >= 1 && key.length <= 255 ? key : null;
}
