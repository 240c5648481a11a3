/** Whether a number of JSON is not the one that was written: a reader keeps about 16 digits of it. */
export const hasLostDigits = (value: unknown): boolean =>
  typeof value === 'number' && (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)));

/** Whether a value is such a number or holds one, in arrays or objects. */
export const holdsLostDigits = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(holdsLostDigits) : hasLostDigits(value);

/** The rows of an array in JSON that was read before, with the numbers that lose digits as texts of what was written. */
export function withExactNumbers(rows: readonly unknown[], json: string): unknown[] {
  const concerned = rows.map(holdsLostDigits);
  if (!concerned.includes(true)) return [...rows];
  const exact = [...rows];
  forEachItem(json, (index, begin, end) => {
    if (concerned[index]) exact[index] = JSON.parse(quoteLongNumbers(json.slice(begin, end)));
  });
  return exact;
}

const code = { quote: 0x22, backslash: 0x5c, comma: 0x2c, openArray: 0x5b, closeArray: 0x5d, openObject: 0x7b, closeObject: 0x7d } as const;

/** Where each item of an array stands in its JSON; in one pass, as others wait meanwhile. */
function forEachItem(json: string, visit: (index: number, begin: number, end: number) => void): void {
  let [levels, index, begin] = [0, 0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const each = json.charCodeAt(at);
    if (each === code.quote) at = endOfString(json, at);
    else if (each === code.openArray || each === code.openObject) {
      levels += 1;
      if (levels === 1) begin = at + 1;
    } else if (each === code.closeArray || each === code.closeObject) {
      levels -= 1;
      if (levels === 0) visit(index, begin, at);
    } else if (each === code.comma && levels === 1) {
      visit(index, begin, at);
      index += 1;
      begin = at + 1;
    }
  }
}

function quoteLongNumbers(json: string): string {
  const parts: string[] = [];
  let copied = 0;
  for (let at = 0; at < json.length; at += 1) {
    const each = json.charCodeAt(at);
    if (each === code.quote) at = endOfString(json, at);
    else if (beginsNumber(each)) {
      const begin = at;
      while (isOfNumber(json.charCodeAt(at + 1))) at += 1;
      const written = json.slice(begin, at + 1);
      if (!hasLostDigits(Number(written))) continue;
      parts.push(json.slice(copied, begin), `"${written}"`);
      copied = at + 1;
    }
  }
  return [...parts, json.slice(copied)].join('');
}

function endOfString(json: string, begin: number): number {
  for (let end = json.indexOf('"', begin + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === code.backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
}

const isDigit = (each: number): boolean => each >= 0x30 && each <= 0x39;
const beginsNumber = (each: number): boolean => isDigit(each) || each === 0x2d;
/** Digits, and `-`, `+`, `.`, `e`, `E`. */
const isOfNumber = (each: number): boolean => beginsNumber(each) || each === 0x2b || each === 0x2e || each === 0x65 || each === 0x45;
