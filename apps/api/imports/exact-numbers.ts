/** Whether a number of JSON is not the one that was written: a reader keeps about 16 digits of it. */
export const hasLostDigits = (value: unknown): boolean =>
  typeof value === 'number' && (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)));

/** Reads JSON that was read before, with the numbers that lose digits as texts of what was written. */
export function withExactNumbers(json: string): unknown {
  const parts: string[] = [];
  let copied = 0;
  for (let at = 0; at < json.length; at += 1) {
    if (json[at] === '"') at = endOfString(json, at);
    else if (/[-0-9]/.test(json[at] ?? '')) {
      const begin = at;
      while (isOfNumber(json[at + 1])) at += 1;
      const written = json.slice(begin, at + 1);
      if (!hasLostDigits(Number(written))) continue;
      parts.push(json.slice(copied, begin), `"${written}"`);
      copied = at + 1;
    }
  }
  return JSON.parse([...parts, json.slice(copied)].join(''));
}

function endOfString(json: string, begin: number): number {
  for (let at = begin + 1; at < json.length; at += 1) {
    if (json[at] === '"') return at;
    if (json[at] === '\\') at += 1;
  }
  return json.length;
}

const isOfNumber = (character = ''): boolean => /[-+.0-9eE]/.test(character);
