import { Invalid, isUnstorable } from '@pps/kernel';
import { cursorTypes, type PinCursor, type PinSort } from '@projections/pins/pin-sorts';
import { isLogPosition } from '../lists/log-position';

/** The cursor as clients hold it: opaque, safe in a URL. */
export const pinCursorText = ({ sort, values, position }: PinCursor): string =>
  Buffer.from(JSON.stringify([sort, position, ...values])).toString('base64url');

/** Reads a client's cursor. Throws `Invalid` for what no page of this sort gave, and beside an `offset`. */
export function pinCursorOf(text: string, { sort, offset }: { readonly sort: PinSort; readonly offset: number }): PinCursor {
  if (offset > 0) throw refused('must not be sent together with offset');
  const parts = partsOf(text);
  const types = cursorTypes(sort);
  if (!parts || parts[0] !== sort || parts.length !== types.length + 2)
    throw refused('must be the X-Next-Cursor of a page with the same sort');
  const [, position, ...values] = parts;
  const isValid = types.every((type, index) => isValue(type, sort, values[index]));
  if (typeof position !== 'string' || !isLogPosition(position) || !isValid)
    throw refused('must be the X-Next-Cursor of a page with the same sort');
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

function isValue(type: string, sort: PinSort, value: unknown): boolean {
  if (value === null) return sort.startsWith('published_at');
  if (typeof value !== 'string' || isUnstorable(value)) return false;
  return type !== 'timestamptz' || (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) && !Number.isNaN(Date.parse(value)));
}

const refused = (fault: string): Invalid => new Invalid([{ loc: ['query', 'cursor'], msg: fault, type: 'value_error' }]);
