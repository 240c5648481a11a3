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
 * come about like that.
 */
export function beforeOpenedAsAnsi(text: string): string | null {
  if (text.length > longestText) return null;
  const read = [...text].map((letter) => bytesOfLetters.get(letter));
  if (!read.every((byte) => byte !== undefined)) return null;
  try {
    const before = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(read));
    return before.length < text.length ? before : null;
  } catch {
    return null;
  }
}
