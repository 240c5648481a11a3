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
 * come about like that, and for one that reads like that by chance: `NESCAFÉ®`, `Spaß…`.
 */
export function beforeOpenedAsAnsi(text: string): string | null {
  if (text.length > longestText) return null;
  const read = [...text].map((letter) => bytesOfLetters.get(letter));
  if (!read.every((byte) => byte !== undefined)) return null;
  try {
    const before = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(read));
    return before.length < text.length && !unlikely.test(before) && isTold(text, before) ? before : null;
  } catch {
    return null;
  }
}

/** What É, Ê, È, Ü, Ý or ß and a sign behind them read as; letters of Romanian and Vietnamese are among them. */
const unlikely = /[\u0180-\u019f\u01a2-\u01ae\u01b1-\u0217\u021c-\u02ff\u0700-\u07ff]/;

/** Letters of Latin languages, what stands above them, signs, emoji; of scripts whose letters are two bytes each, two together. */
const telling = /[\u00a0-\u017f\u0300-\u0303\u0308\u030a\u030c\u0327\u0328\u0800-\u{10ffff}]|[\u0370-\u06ff]{2}/uy;

/** The end of a word and signs behind it, as people write them. */
const byChance = (() => {
  const sign = '[\\u00a0\\u00ad®©™°´·•…‘’“”«»‹›–—ªº¹²³†‡]';
  return new RegExp(`(?<=\\p{Lu})(?:[ÄÅ]${sign}|Ã${sign}(?!\\p{L}))|(?<=\\p{L})[à-ï]${sign}{2}(?!\\p{L})`, 'uy');
})();

/** Whether something in a text cannot be meant as it stands. */
function isTold(text: string, before: string): boolean {
  let [at, place] = [0, 0];
  for (const letter of before) {
    if (matchesAt(telling, before, place) && !matchesAt(byChance, text, at)) return true;
    at += Buffer.byteLength(letter);
    place += letter.length;
  }
  return false;
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
