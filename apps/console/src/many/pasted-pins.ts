/** What a pasted text has: pins, or why it has none. */
export type PastedPins =
  | { readonly kind: 'pins'; readonly items: readonly unknown[] }
  | { readonly kind: 'fault'; readonly message: string };

/** Reads a JSON array of 1 to `most` pins, alone or as `pins` of an object. */
export function readPastedPins(text: string, most: number): PastedPins {
  const read = readJson(text);
  if (read.kind === 'fault') return read;
  const { value } = read;
  const items: unknown = Array.isArray(value) ? value : Object(value).pins;
  if (!Array.isArray(items)) return fault('It is no array: write [ … ], each pin in { … }.');
  if (items.length === 0) return fault('There is no pin in it.');
  if (items.length > most) return fault(`There are ${items.length.toLocaleString('en')} in it; at most ${most} are taken at once.`);
  const rounded = items.findIndex(hasRoundedNumber);
  return rounded < 0 ? { kind: 'pins', items } : fault(`Pin ${rounded + 1}: ${roundedNumber}`);
}

/** Reads one pin that was mended. */
export function readPastedPin(text: string): PastedPins {
  const read = readJson(text);
  if (read.kind === 'fault') return read;
  return hasRoundedNumber(read.value) ? fault(roundedNumber) : { kind: 'pins', items: [read.value] };
}

const fault = (message: string) => ({ kind: 'fault', message }) as const;

function readJson(text: string) {
  try {
    return { kind: 'json', value: JSON.parse(text) as unknown } as const;
  } catch (error) {
    return fault(`It is no JSON: ${error instanceof Error ? error.message.slice(0, 200) : ''}`);
  }
}

const roundedNumber = 'an id is a text, which stands in quotes: as a number it is rounded.';

/** Ids of boards have more digits than a number of JavaScript keeps: what is sent would be another one. */
const hasRoundedNumber = (item: unknown): boolean =>
  Object.values(Object(item) as object).some((value) => typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER);
