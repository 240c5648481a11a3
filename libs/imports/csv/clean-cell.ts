import { cleanOutsideText } from '@pps/kernel';
import { contentFieldList, type ContentField } from '@pps/pins/events';

/** Why a row of a file cannot be taken. */
export interface CellFault {
  /** The column at fault; null: the row as a whole. */
  readonly field: string | null;
  readonly message: string;
}

const isText = ({ kind }: ContentField): boolean => kind === 'text' || kind === 'terms';
const texts = contentFieldList.filter(isText).map(({ wire }) => wire);
/** Columns whose values have no blanks at their ends. */
const withoutBlanks: ReadonlySet<string> = new Set([
  ...['account_id', 'board_id', 'run_at'],
  ...contentFieldList.filter((field) => !isText(field)).map(({ wire }) => wire),
]);
const blank = /[\s\u200b\u200c\u200d\u2060\ufeff]/;
const longestShown = 40;
/** Of a number, by a spreadsheet. */
const digitsKept = 15;

/** Without blanks at both ends, those too that do not show; in time that grows with the text and no faster. */
export function trimBlanks(text: string): string {
  let [begin, end] = [0, text.length];
  while (begin < end && blank.test(text[begin] ?? '')) begin += 1;
  while (end > begin && blank.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(begin, end);
}

/** A cell as it was meant: blanks around ids, addresses, times and colours are no part of them, and a time that means one thing is one. */
export function cleanCell(column: string, cell: string): string {
  if (!withoutBlanks.has(column)) return cell;
  const trimmed = trimBlanks(cell);
  return column === 'run_at' ? writtenOut(trimmed) : trimmed;
}

// As databases write it: a blank for the T, no seconds, an offset of hours alone.
const moment = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)? ?(?:([Zz])|([+-]\d\d):?(\d\d)?)$/;

function writtenOut(text: string): string {
  const parts = moment.exec(text);
  if (!parts) return text;
  const [, day = '', time = '', seconds = ':00', zulu, hours = '', minutes = '00'] = parts;
  return `${day}T${time}${seconds}${zulu ? 'Z' : `${hours}:${minutes}`}`;
}

/** What a spreadsheet has done to the cells of a row and cannot be undone, or null. */
export function spreadsheetFault(cells: Readonly<Record<string, string>>): CellFault | null {
  return roundedFault(cells) ?? ansiFault(cells);
}

const exponent = /^\d+(?:[.,]\d+)?[eE]\+?\d+$/;
function roundedFault(cells: Readonly<Record<string, string>>): CellFault | null {
  for (const field of ['board_id', 'board_section_id'] as const) {
    const cell = cells[field];
    if (cell === undefined) continue;
    // A board that is none is found out; a section that is none is not.
    const isRounded =
      exponent.test(cell) || (field === 'board_section_id' && (isRoundedId(cell) || isRoundedBeside(cell, cells['board_id'])));
    if (isRounded) return { field, message: `${shown(cell)} is a number that ${roundedWords}` };
  }
  const key = cells['idempotency_key'] ?? '';
  // Any digits are a key; only an exponent with its sign is what a spreadsheet writes and nobody else.
  if (!/^\d(?:[.,]\d+)?[eE]\+\d+$/.test(key)) return null;
  return { field: 'idempotency_key', message: `${shown(key)} is a number that ${roundedWords}` };
}

/** Whether a library that calculates in floating point may have written a section: then it has written the row's board as well. */
const isRoundedBeside = (section: string, board = ''): boolean =>
  /^\d{18,20}$/.test(section) && [section, board].every((id) => id === String(Number(id)));

const roundedWords = 'a spreadsheet has rounded. Make the column text before you put in the id; ids that are text are never rounded';

/** What is said of a key under which nothing is known, where the row's content is known under one that rounds to it. */
export const roundedKeyFault = (key: string, before: string) => ({
  field: 'idempotency_key',
  message: `${shown(key)} is a number that ${roundedWords}. The same row was ${shown(before)}; if this is another one, begin its key with a letter`,
});

/** Whether digits may be an id that a spreadsheet has rounded: all after the fifteenth are zeros. */
export const isRoundedId = (id: string): boolean => /^\d{18,64}$/.test(id) && /^0+$/.test(id.slice(digitsKept));

/** What is said of a board that was not found by such digits. */
export const roundedIdHint = `It ends in zeros: it may be a number that ${roundedWords}.`;

function ansiFault(cells: Readonly<Record<string, string>>): CellFault | null {
  const foreign = texts.filter((field) => /[^\x00-\x7f]/.test(cells[field] ?? ''));
  const before = foreign.map((field) => ({ field, text: beforeOpenedAsAnsi(cells[field] ?? '') }));
  const [first] = before;
  if (!first || !before.every(({ text }) => text !== null)) return null;
  const [now, then] = [shown(cells[first.field] ?? ''), shown(first.text ?? '')];
  return { field: first.field, message: `The row looks as if it had been opened as ANSI ("${now}" for "${then}"): open the file as UTF-8` };
}

const shown = (text: string): string => cleanOutsideText(text, longestShown);

// Bytes 0x80 to 0x9f of Windows-1252; Node's own decoder for it (20.20) and SheetJS read them as Latin-1.
const above127 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const letterOf = (byte: number): string => above127[byte - 0x80] ?? String.fromCharCode(byte);
const bytes = Array.from({ length: 256 }, (_, byte) => byte);
const bytesOfLetters: ReadonlyMap<string, number> = new Map(
  [String.fromCharCode, letterOf].flatMap((read) => bytes.map((byte) => [read(byte), byte] as const)),
);

/** Longer ones are no texts of a pin. */
const longestText = 10_000;

/**
 * What a text was before a program took its UTF-8 for Windows-1252 ("ANSI") or Latin-1 and saved it so: `Crème` for `CrÃ¨me`. Null for a text that cannot have
 * come about like that, and for one that reads like that by chance: `NESCAFÉ®`, `Spaß…`.
 */
export function beforeOpenedAsAnsi(text: string): string | null {
  if (text.length > longestText) return null;
  const read = [...text].map((letter) => bytesOfLetters.get(letter));
  if (!read.every((byte) => byte !== undefined)) return null;
  try {
    const before = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(read));
    return before.length < text.length && !unlikely.test(before) && isTold(text, before) ? before : null;
  } catch {
    return null;
  }
}

/** What É, Ê, È, Ü, Ý or ß and a sign behind them read as; letters of Romanian and Vietnamese are among them. */
const unlikely = /[\u0180-\u019f\u01a2-\u01ae\u01b1-\u0217\u021c-\u02ff\u0700-\u07ff]/;

/** Letters of Latin languages, what stands above them, signs, emoji; of scripts whose letters are two bytes each, two together. */
const telling = /[\u00a0-\u017f\u0300-\u0303\u0308\u030a\u030c\u0327\u0328\u0800-\u{10ffff}]|[\u0370-\u06ff]{2}/uy;

/** The end of a word and signs behind it, as people write them. */
const byChance = (() => {
  const sign = '[\\u00a0\\u00ad®©™°´·•…‘’“”«»‹›–—ªº¹²³†‡]';
  return new RegExp(`(?<=\\p{Lu})(?:[ÄÅ]${sign}|Ã${sign}(?!\\p{L}))|(?<=\\p{L})[à-ï]${sign}{2}(?!\\p{L})`, 'uy');
})();

/** Whether something in a text cannot be meant as it stands. */
function isTold(text: string, before: string): boolean {
  let [at, place] = [0, 0];
  for (const letter of before) {
    if (matchesAt(telling, before, place) && !matchesAt(byChance, text, at)) return true;
    at += Buffer.byteLength(letter);
    place += letter.length;
  }
  return false;
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
