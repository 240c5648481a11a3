import type { HistoryItem } from 'pin-publishing';
import { client } from '../session/client';
import type { HistoryScope } from './history-scope';

/** A fact as the service wrote it, letter by letter: what is proved is what is shown. */
export type HistoryFact = Omit<HistoryItem, 'recorded_at'> & { readonly recorded_at: string };

interface FactsFrom {
  readonly scope: HistoryScope['scope'];
  /** The first leaf. */
  readonly from: number;
  readonly limit: number;
}

interface FactPage {
  readonly items: readonly HistoryFact[];
  /** The history goes on after them. */
  readonly hasMore: boolean;
}

export async function readFactPage({ scope, from, limit }: FactsFrom, signal?: AbortSignal): Promise<FactPage> {
  const answer = await client.audit.listEvents({ scope, cursor: from, limit }, { signal }).asResponse();
  const { items, next_cursor: next } = (await answer.json()) as { items: readonly HistoryFact[]; next_cursor: string | null };
  return { items, hasMore: next !== null };
}

/** When it happened, by the metadata that are proved. */
export const timeOfFact = ({ metadata, recorded_at: recorded }: HistoryFact): Date => {
  const told = metadata?.['occurredAt'];
  return new Date(typeof told === 'string' ? told : recorded);
};
