import type { PageSection } from './render-markdown';

/** A section of a page, as it is searched. */
export interface SearchedSection extends PageSection {
  readonly address: string;
  readonly page: string;
  /** Its words as they are compared. */
  readonly compared: Readonly<Record<'page' | 'heading' | 'text', string>>;
}

/** Prepares a section once for all questions. */
export function searchedSection(section: PageSection, address: string, page: string): SearchedSection {
  const compared = { page: page.toLowerCase(), heading: section.heading.toLowerCase(), text: section.text.toLowerCase() };
  return { ...section, address, page, compared };
}

export interface SearchHit {
  readonly address: string;
  readonly anchor: string;
  readonly page: string;
  readonly heading: string;
  /** Words around the first find, cut into what fits the question and what does not. */
  readonly snippet: readonly { readonly text: string; readonly isFound: boolean }[];
}

/** What a question has at most; the rest is not searched for. */
export const longestQuestion = 200;
const mostWords = 8;
const mostHits = 20;
const snippetBefore = 60;
const snippetLength = 200;

/** Sections that have every word of the question, those that have it in their headings first; at most 20. */
export function searchSections(sections: readonly SearchedSection[], question: string): SearchHit[] {
  const words = wordsOf(question);
  if (words.length === 0) return [];
  return sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, mostHits)
    .map(({ section }) => hitOf(section, words));
}

/** The different words of a question, as they are compared. */
const wordsOf = (question: string): readonly string[] => [
  ...new Set(question.slice(0, longestQuestion).toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords)),
];

function scoreOf({ level, compared: { page, heading, text } }: SearchedSection, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    const found = (heading.includes(word) ? 8 : 0) + (page.includes(word) ? 4 : 0) + timesIn(text, word, 3);
    if (found === 0) return 0;
    score += found;
  }
  // A page's beginning before its details; words that stand together before others.
  return score + (level <= 2 ? 1 : 0) + (words.length > 1 && `${heading} ${text}`.includes(words.join(' ')) ? 6 : 0);
}

function timesIn(text: string, word: string, most: number): number {
  let times = 0;
  for (let at = text.indexOf(word); at >= 0 && times < most; at = text.indexOf(word, at + word.length)) times += 1;
  return times;
}

function hitOf({ address, anchor, page, heading, text, compared }: SearchedSection, words: readonly string[]): SearchHit {
  const first = Math.min(...words.map((word) => compared.text.indexOf(word)).filter((at) => at >= 0));
  const begin = Number.isFinite(first) ? Math.max(0, first - snippetBefore) : 0;
  const shown = wholeCharacters(text.slice(begin, begin + snippetLength));
  const pieces = shown.split(new RegExp(`(${words.map(literally).join('|')})`, 'iu'));
  const snippet = pieces.map((piece, index) => ({ text: piece, isFound: index % 2 === 1 })).filter((piece) => piece.text !== '');
  return { address, anchor, page, heading, snippet };
}

const literally = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Without the half characters that a cut may leave at its ends. */
const wholeCharacters = (text: string): string => text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
