import { cleanOutsideText } from '@pps/kernel';
import { contentFieldList, type ContentField } from '@pps/pins/events';
import { beforeOpenedAsAnsi } from './opened-as-ansi';

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
