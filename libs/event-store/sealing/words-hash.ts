import { canonicalize } from 'json-canonicalize';
import { hash } from 'node:crypto';
import type { SubjectSealer } from './sealing-keys';

/** The keys of the words of one fact by their places, each of which proves its own word alone. */
export function wordKeysOf(sealer: SubjectSealer, stream: string, factId: string, places: readonly string[]): Record<string, string> {
  const key = sealer.keyFor(`${stream}\n${factId.toLowerCase()}`).toString('hex');
  return Object.fromEntries(places.map((place) => [place, hash('sha256', `${key}\n${place}`)]));
}

/**
 * What stands in `metadata.wordsHash`: SHA-256 over the RFC 8785 text of, by place, the SHA-256 over each key and the RFC 8785 text of the word. Who has not
 * the keys cannot confirm a guess by it, and who has them cannot find other words for it.
 */
export function wordsHashOf(words: ReadonlyMap<string, unknown>, keys: Readonly<Record<string, string>>): string {
  const hashes = [...words].map(([place, word]) => [place, hash('sha256', `${keys[place]}${textOf(word)}`)] as const);
  return hash('sha256', canonicalize(Object.fromEntries(hashes)));
}

/** Of the word as readers get it back. */
const textOf = (word: unknown): string =>
  typeof word === 'string' ? JSON.stringify(word) : canonicalize(JSON.parse(JSON.stringify(word)));
