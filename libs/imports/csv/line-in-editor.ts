/**
 * The line of a text as an editor counts them, from 1, for one that csv-parse (7.0.3) counted: it counts a CRLF inside of a quoted cell twice.
 */
export function lineInEditor(text: string, countedLine: number): number {
  let [counted, line, isQuoted] = [1, 1, false];
  for (const [ending] of text.matchAll(/"|\r\n|\r|\n/g)) {
    if (ending === '"') {
      isQuoted = !isQuoted;
      continue;
    }
    if (counted >= countedLine) break;
    counted += isQuoted && ending === '\r\n' ? 2 : 1;
    line += 1;
  }
  return line;
}
