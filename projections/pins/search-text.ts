import type { PinContent } from '@pps/pins/events';

interface Searched {
  readonly boardId: string;
  readonly content: PinContent;
}

/** Text as a search compares it: compatible forms, case and final sigma folded, in every script. */
export const foldCase = (text: string): string => text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ');

// Between the fields, so that nothing is found across two of them.
const separator = '\u0001';

/** What a search looks through: title, description, link and board id, folded. */
export const searchTextOf = ({ boardId, content }: Searched): string =>
  foldCase([content.title, content.description ?? '', content.linkUrl ?? '', boardId].join(separator));

// From here on (punctuation, symbols, ideographs, emoji) one or two characters are a word.
const firstDense = 0x2000;

/**
 * Hashes of every three neighbouring characters of a folded text, and of one and two where writing is dense; different in each project, so that
 * what others store costs a search nothing. In ascending order, each once.
 */
export function gramsOf(text: string, projectId: string): number[] {
  let seed = firstHash;
  for (let at = 0; at < projectId.length; at++) seed = addToHash(seed, projectId.charCodeAt(at));
  const characters: number[] = [];
  for (const character of text) characters.push(character.codePointAt(0) ?? 0);
  const grams = new Int32Array(3 * characters.length);
  let count = 0;
  for (let start = 0; start < characters.length; start++) {
    let hash = seed;
    let isDense = true;
    for (let at = start; at < Math.min(start + 3, characters.length); at++) {
      const character = characters[at] ?? 0;
      hash = addToHash(hash, character);
      isDense &&= character >= firstDense;
      if (isDense || at === start + 2) grams[count++] = hash;
    }
  }
  return Array.from(grams.subarray(0, count).sort()).filter((gram, at, sorted) => at === 0 || gram !== sorted[at - 1]);
}

const firstHash = 0x811c9dc5;

/** FNV-1a over code points, as a signed 32-bit number. */
const addToHash = (hash: number, code: number): number =>
  Math.imul(Math.imul(hash ^ (code & 0xffff), 0x01000193) ^ (code >>> 16), 0x01000193);
