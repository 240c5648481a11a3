// They would move the cursor, colour the terminal, or turn the order of what follows.
const steering = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu;

/** What somebody wrote, in one line that cannot steer a terminal; cut where it is longer than `longest`. */
export function cleanText(text: string, longest = Infinity): string {
  const clean = text.replace(steering, '\ufffd');
  if (clean.length <= longest) return clean;
  const characters = [...clean.slice(0, longest * 2)];
  return characters.length <= longest ? clean : `${characters.slice(0, longest - 1).join('')}…`;
}

/** The same for a text of several lines. */
export const cleanLines = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => cleanText(line))
    .join('\n');

/** One line of JSON that cannot steer a terminal either: what could is escaped, so that it is read as it was. */
export const cleanJson = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replace(
    new RegExp(steering.source, 'gu'),
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
