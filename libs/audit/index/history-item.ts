import { openedFields } from '@pps/event-store';
import type { HistoryEntry } from './read-history';

/** An entry of a history as auditors get it, over HTTP and in an export: `data` as it is stored, `opened` what is sealed in it and can be opened, `opened_keys` what proves that. */
export const toHistoryItem = ({ leaf, fact }: HistoryEntry) => ({
  position: Number(leaf.position),
  event_id: fact?.id ?? leaf.eventId,
  stream: leaf.stream,
  revision: leaf.revision,
  type: fact?.type ?? leaf.type,
  recorded_at: (fact?.recordedAt ?? leaf.recordedAt).toISOString(),
  actor: fact?.metadata.actor ?? null,
  data: fact?.storedData ?? fact?.data ?? null,
  metadata: fact?.metadata ?? null,
  ...openedOf(fact),
  leaf_index: leaf.leafIndex,
  leaf_hash: leaf.leafHash.toString('hex'),
});

function openedOf(fact: HistoryEntry['fact']): { readonly opened: unknown; readonly opened_keys: Readonly<Record<string, string>> | null } {
  const opened = fact ? openedFields(fact) : undefined;
  if (!fact || opened === undefined) return { opened: null, opened_keys: null };
  return { opened, opened_keys: fact.metadata.wordsHash === undefined ? null : (fact.wordKeys?.() ?? {}) };
}
