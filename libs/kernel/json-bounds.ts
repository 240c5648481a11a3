import { Invalid } from './rejected';

/** Most levels of arrays and objects inside each other. */
export const mostLevels = 64;

const byte = { quote: 0x22, backslash: 0x5c, comma: 0x2c, openArray: 0x5b, closeArray: 0x5d, openObject: 0x7b, closeObject: 0x7d } as const;

/**
 * Throws `Invalid` for JSON that nests deeper than 64 levels or holds more than `mostFields` fields and items. It looks at the bytes, in one pass,
 * because parsing such a body is what holds up every other request; repeated field names count, which parsing drops.
 */
export function requireJsonBounds(json: Uint8Array, mostFields: number): void {
  let levels = 0;
  let fields = 0;
  /** After an opening bracket, until something stands behind it. */
  let opened = false;
  for (let at = 0; at < json.length; at += 1) {
    const each = json[at] as number;
    // White space, and what JSON does not know as such but no bound depends on.
    if (each <= 0x20) continue;
    if (each === byte.closeArray || each === byte.closeObject) {
      levels -= 1;
      opened = false;
      continue;
    }
    if (opened) fields += 1;
    opened = false;
    if (each === byte.quote) at = endOfString(json, at);
    else if (each === byte.comma) fields += 1;
    else if (each === byte.openArray || each === byte.openObject) {
      levels += 1;
      opened = true;
      if (levels > mostLevels) throw nestedTooDeep();
    }
    if (fields > mostFields) throw tooManyFields(mostFields);
  }
}

/** Where the string that begins at `start` ends: at its closing quote, or at the last byte. */
function endOfString(json: Uint8Array, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    if (json[at] === byte.quote) return at;
    if (json[at] === byte.backslash) at += 1;
  }
  return json.length;
}

const nestedTooDeep = (): Invalid =>
  new Invalid([{ loc: ['body'], msg: `body must not be nested deeper than ${mostLevels} levels`, type: 'nested_too_deep' }]);

const tooManyFields = (most: number): Invalid =>
  new Invalid([{ loc: ['body'], msg: `body must not hold more than ${most} fields and items`, type: 'too_many_fields' }]);
