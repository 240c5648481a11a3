/**
 * The lines of a text that comes in pieces, ended by a line feed alone: JSON may hold U+2028 and U+2029 as they are, and from Node 24 `node:readline`
 * ends a line at them.
 */
export async function* readLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest: string[] = [];
  for await (const piece of pieces) {
    const [first = '', ...others] = piece.split('\n');
    rest.push(first);
    for (const next of others) {
      yield rest.join('').replace(/\r$/, '');
      rest = [next];
    }
  }
  const last = rest.join('');
  if (last !== '') yield last;
}
