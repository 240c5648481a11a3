import { Invalid, isUnstorable } from '@pps/kernel';
import type { CursorValueType, PageCursor } from '@pps/read-store';

/** The cursor as clients hold it: opaque, safe in a URL. */
export const pageCursorText = ({ sort, values, position }: PageCursor): string =>
  Buffer.from(JSON.stringify([sort, position, ...values])).toString('base64url');

interface CursorKind<Sort extends string> {
  readonly sort: Sort;
  readonly types: readonly CursorValueType[];
  /** Whether the order knows rows without a value. */
  readonly isNullable?: boolean;
}

/** Reads a client's cursor; undefined where it sent none. Throws `Invalid` for what no page of this sort gave, and beside an `offset`. */
export function pageCursorOf<Sort extends string>(
  { cursor, offset }: { readonly cursor?: string | undefined; readonly offset: number },
  { sort, types, isNullable = false }: CursorKind<Sort>,
): PageCursor<Sort> | undefined {
  if (cursor === undefined) return undefined;
  if (offset > 0) throw refused('must not be sent together with offset');
  const parts = partsOf(cursor);
  if (!parts || parts[0] !== sort || parts.length !== types.length + 2) throw refused(ofAnotherList);
  const [, position, ...values] = parts;
  const isValid = types.every((type, index) => (values[index] === null ? isNullable : isValue(type, values[index])));
  if (typeof position !== 'string' || !isLogPosition(position) || !isValid) throw refused(ofAnotherList);
  return { sort, position, values: values as (string | null)[] };
}

function partsOf(text: string): unknown[] | null {
  try {
    const parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown;
    return Array.isArray(parts) ? parts : null;
  } catch {
    return null;
  }
}

function isValue(type: CursorValueType, value: unknown): boolean {
  if (typeof value !== 'string' || isUnstorable(value)) return false;
  if (type === 'bigint') return isLogPosition(value);
  return type === 'text' || (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) && !Number.isNaN(Date.parse(value)));
}

const ofAnotherList = 'must be the cursor of the next page, from a page with the same sort';
const refused = (fault: string): Invalid => new Invalid([{ loc: ['query', 'cursor'], msg: fault, type: 'value_error' }]);

const largest = 2n ** 63n - 1n;

/** Whether a text is the position of a fact, as the read models hold it: digits that fit into a `bigint` of PostgreSQL. */
export const isLogPosition = (text: string): boolean => /^\d{1,19}$/.test(text) && BigInt(text) <= largest;
