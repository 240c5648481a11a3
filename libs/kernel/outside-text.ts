/** Where a text is cut that nobody wants to read in full. */
export const longestShownText = 300;

// U+0000, and halves of a character that UTF-16 writes as two.
const unstorable = /\0|\p{Surrogate}/gu;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

// Behind the cut, so that the segmenter sees whether the last character goes on.
const lookAhead = 32;

/** Whether the text holds U+0000 or a lone surrogate, which PostgreSQL and UTF-8 do not take. */
export const isUnstorable = (text: string): boolean => !text.isWellFormed() || text.includes('\0');

/** The text with U+FFFD in the place of each U+0000 and of each lone surrogate. */
export const replaceUnstorable = (text: string): string => text.replace(unstorable, '\ufffd');

/**
 * A text that somebody outside wrote, fit to be stored and shown: without U+0000 and lone surrogates, and at most `most` code points long. It
 * is cut between characters as people see them.
 */
export function cleanOutsideText(text: string, most: number): string {
  // A code point takes two units at most: what lies behind is cut anyway, and may be megabytes.
  const beginning = text.length > 2 * (most + lookAhead) ? text.slice(0, 2 * (most + lookAhead)) : text;
  const points = [...replaceUnstorable(beginning)];
  if (points.length <= most) return points.join('');
  let [kept, count] = ['', 0];
  for (const { segment } of graphemes.segment(points.slice(0, most + lookAhead).join(''))) {
    count += [...segment].length;
    if (count > most) break;
    kept += segment;
  }
  return kept === '' ? points.slice(0, most).join('') : kept;
}

/** A text that somebody wrote, or '' where he has been forgotten: a sealed field of a fact whose key is gone is null, whatever its type says. */
export const textOrEmpty = (text: string | null): string => text ?? '';

/**
 * Whether a text is an http(s) URL with an authority (`http:example.org` has none) and without control characters. A backslash before the path is
 * refused: some readers take it for a slash, so that they see another host than others do.
 */
export const isAbsoluteUrl = (text: string): boolean => /^https?:\/\/[^\s/?#\\]+(?:[/?#]|$)/i.test(text) && !/\p{Cc}/u.test(text);
