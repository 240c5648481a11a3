/** Of a number, by a spreadsheet. */
const digitsKept = 15;
/** Of a number, by a program that calculates with the long double of its processor, as Gnumeric does. */
const longDoubleBits = 64;
const widest = 64;

/**
 * What programs that take a key of 16 digits or more for a number write instead of it, without an exponent: floating point as JavaScript prints it and digit by
 * digit, long double, and fifteen digits with zeros behind them. None for another key, and none that is the key itself. At most five.
 */
export function roundingsOfKey(key: string): string[] {
  const digits = key.replace(/^0+/, '');
  if (key.length > widest || !/^\d{16,}$/.test(digits)) return [];
  const float = Number(digits);
  const printed = [String(float), BigInt(float).toString(), inLongDouble(BigInt(digits)).toString(), ...inFifteenDigits(digits)];
  return [...new Set(printed)].filter((one) => one !== digits && one !== key && /^\d+$/.test(one));
}

/** The nearest that is so many bits and zeros behind them; of two, the even one. */
function inLongDouble(value: bigint): bigint {
  const lost = BigInt(Math.max(0, value.toString(2).length - longDoubleBits));
  if (lost === 0n) return value;
  const [kept, rest, half] = [value >> lost, value & ((1n << lost) - 1n), 1n << (lost - 1n)];
  const isUp = rest > half || (rest === half && (kept & 1n) === 1n);
  return (isUp ? kept + 1n : kept) << lost;
}

/** Cut off as Excel does, and rounded. */
function inFifteenDigits(digits: string): string[] {
  const zeros = '0'.repeat(digits.length - digitsKept);
  const kept = BigInt(digits.slice(0, digitsKept));
  return [`${kept}${zeros}`, ...(Number(digits[digitsKept]) >= 5 ? [`${kept + 1n}${zeros}`] : [])];
}
