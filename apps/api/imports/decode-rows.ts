import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsMoment } from '../http/field-rules.decorator';
import { IsOptional } from 'class-validator';
import { CreatePinDto } from '../pins/create-pin.dto';
import { errorColumn, readTerms, type CsvRow } from '@pps/imports';
import { faultOfField, cleanOutsideText, Invalid, isUuid, longestShownText, type FieldError } from '@pps/kernel';
import { contentFieldList } from '@pps/pins/events';
import { checkInput } from '../http/check-input';
import type { ReadRow } from '@pps/use-cases';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { contentOfItems } from '../idempotency/content-of-json';
import { pinRequestOf } from '../pins/decode-pin-request';
import { holdsLostDigits, withExactNumbers } from './exact-numbers';

/** A row of a file: a pin, and when it is to be published. */
export class ImportRowDto extends CreatePinDto {
  @ApiPropertyOptional({ type: String, nullable: true, format: 'date-time', description: 'The row becomes a schedule; with an offset.' })
  @IsOptional()
  @IsMoment()
  readonly run_at?: string | null;
}

/** Rows of a file. */
export const mostRows = 500;

/** Checking so many rows takes milliseconds; then other requests go on. */
const rowsBetweenYields = 20;

/** The rows of a JSON array, each decoded alone, whatever is in it; `json` is its text. Throws `Invalid` for what is no array of 1 to 500. */
export async function decodeJsonRows(body: unknown, json?: Buffer): Promise<ReadRow[]> {
  if (!Array.isArray(body)) {
    throw new Invalid([{ loc: ['body'], msg: 'body must be an array of pins', type: body === undefined ? 'missing' : 'list_type' }]);
  }
  if (body.length === 0) throw new Invalid([{ loc: ['body'], msg: 'body must have at least one row', type: 'too_short' }]);
  if (body.length > mostRows) throw new Invalid([{ loc: ['body'], msg: `body must have at most ${mostRows} rows`, type: 'too_long' }]);
  const rows: readonly unknown[] = body;
  // Only for rows that fail is the text read once more: what their sender gets back is what was sent.
  const given = json && rows.some(holdsLostDigits) ? withExactNumbers(rows, new TextDecoder().decode(json)) : rows;
  return decodeYielding(rows, (row, index) => decodeRow(given[index], row, index));
}

/**
 * The content of a body that was decoded to these rows. A number that loses digits is part of it as it was read and as it was written: it is neither the
 * text of its digits nor another number that rounds to the same.
 */
export const contentOfJsonRows = (body: unknown, rows: readonly ReadRow[]): Promise<string> => {
  const read = body as readonly unknown[];
  return contentOfItems([...read, ...rows.flatMap(({ given }, index) => (given === read[index] ? [] : [given]))]);
};

const termColumns = contentFieldList.filter(({ kind }) => kind === 'terms').map(({ wire }) => wire);

/** The rows of a CSV; one whose cells cannot be taken is at fault. */
export const decodeCsvRows = (rows: readonly CsvRow[]): Promise<ReadRow[]> =>
  decodeYielding(rows, ({ cells, unnamed, fault }, index) => {
    const row = Object.fromEntries(Object.entries(cells).filter(([column]) => column !== errorColumn));
    const given = unnamed.length === 0 ? row : { ...row, '': unnamed };
    if (fault) return Promise.resolve(rowAtFault(given, fault.message, fault.field));
    const lists = termColumns.flatMap((column) => (row[column] === undefined ? [] : [[column, readTerms(row[column])] as const]));
    return decodeRow(given, lists.length === 0 ? row : { ...row, ...Object.fromEntries(lists) }, index);
  });

async function decodeYielding<Row>(rows: readonly Row[], decode: (row: Row, index: number) => Promise<ReadRow>): Promise<ReadRow[]> {
  const decoded: ReadRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % rowsBetweenYields === 0) await yieldToEventLoop();
    decoded.push(await decode(row, index));
  }
  return decoded;
}

async function decodeRow(given: unknown, row: unknown, index: number): Promise<ReadRow> {
  const loc = ['body', index];
  try {
    const body = await checkInput(ImportRowDto, row, { loc, unknownFields: 'refuse' });
    const runAt = body.run_at === undefined || body.run_at === null ? null : new Date(body.run_at).toISOString();
    return { given, request: { ...pinRequestOf(body, undefined, loc), runAt }, fault: null };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const [first] = error.errors;
    if (!first) throw error;
    const field = fieldOf(first);
    const more = error.errors.length > 1 ? ` (and ${error.errors.length - 1} more)` : '';
    const hint = field !== null && holdsLostDigits(Reflect.get(Object(row), field)) ? roundedNumberHint : '';
    return rowAtFault(given, `${field === null ? 'The row ' : `${field}: `}${faultOfField(first)}${hint}${more}`, field);
  }
}

const roundedNumberHint = ', in quotes: JSON rounds a number of so many digits';

const rowAtFault = (given: unknown, message: string, field: string | null): ReadRow => ({
  given,
  request: null,
  fault: { code: 'validation_error', message: cleanOutsideText(message, longestShownText), field, ...accountOf(given) },
});

/** The account that a row names although something else of it is wrong: whoever may use it may see why the row failed. */
function accountOf(given: unknown): { accountId?: string } {
  const id: unknown =
    typeof given === 'object' && given !== null && Object.hasOwn(given, 'account_id') ? Reflect.get(given, 'account_id') : null;
  return typeof id === 'string' && isUuid(id) ? { accountId: id.toLowerCase() } : {};
}

/** Of an item of a list the list. */
function fieldOf({ loc }: FieldError): string | null {
  const field = loc.slice(2).find((part) => typeof part === 'string');
  return field === undefined ? null : cleanOutsideText(String(field), 100);
}
