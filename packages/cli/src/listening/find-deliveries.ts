import type { PinPublishing } from 'pin-publishing';
import type { ListenerState } from './listener-state';

/** A delivery as lists have it. */
export interface ListedDelivery {
  readonly id: string;
  readonly sequence: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface FoundDeliveries {
  /** What came after the last one that was shown, the oldest first. */
  readonly fresh: readonly ListedDelivery[];
  /** What was shown before and was sent again since: redelivered, or replayed. */
  readonly again: readonly ListedDelivery[];
}

const [firstPage, pageSize] = [20, 200];
/** So many of the newest are looked through for what was sent again. */
const lookedThrough = 1_000;

/** What is to be shown of a webhook's deliveries. `isWide`: looks further back for what was sent again; `since`: shows from then on whatever was shown before. */
export async function findDeliveries(
  client: PinPublishing,
  webhookId: string,
  { sequence, deliveryId, shownAgain }: ListenerState,
  { isWide, since }: { readonly isWide: boolean; readonly since: Date | null },
): Promise<FoundDeliveries> {
  const [fresh, again]: [ListedDelivery[], ListedDelivery[]] = [[], []];
  let [seen, isPast] = [0, false];
  for await (const page of pagesOf(client, webhookId, isWide || since ? pageSize : firstPage)) {
    for (const each of page) {
      seen += 1;
      isPast ||= since ? each.created_at < since : each.id === deliveryId || (each.sequence > 0 && each.sequence <= sequence);
      if (!isPast) fresh.push(each);
      else if (each.updated_at > each.created_at && shownAgain[each.id] !== each.updated_at.toISOString()) again.push(each);
    }
    if (isPast && (!isWide || seen >= lookedThrough)) break;
  }
  again.sort((one, other) => one.updated_at.getTime() - other.updated_at.getTime() || one.sequence - other.sequence);
  return { fresh: fresh.reverse(), again };
}

/** A first page of some, then large ones: there is more to read than was thought. */
async function* pagesOf(client: PinPublishing, webhookId: string, first: number): AsyncGenerator<readonly ListedDelivery[]> {
  const { items, nextCursor } = await client.webhooks.listDeliveries(webhookId, { limit: first });
  yield items;
  if (typeof nextCursor !== 'string') return;
  for await (const page of client.webhooks.listDeliveries(webhookId, { limit: pageSize, cursor: nextCursor }).pages()) yield page.items;
}

/** The state after a delivery was shown. */
export function stateAfter(
  state: ListenerState,
  { id, sequence, created_at: made, updated_at: changed }: ListedDelivery,
  isAgain: boolean,
): ListenerState {
  const shownAgain = changed > made ? bounded({ ...state.shownAgain, [id]: changed.toISOString() }) : state.shownAgain;
  if (isAgain || (sequence > 0 && sequence < state.sequence)) return { ...state, shownAgain };
  return { ...state, shownAgain, sequence: Math.max(sequence, state.sequence), deliveryId: id };
}

const bounded = (times: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(times).slice(-2 * lookedThrough));
