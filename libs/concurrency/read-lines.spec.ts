import { Readable } from 'node:stream';
import { readLines } from './read-lines';

async function linesIn(...pieces: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readLines(Readable.from(pieces))) lines.push(line);
  return lines;
}

describe('lines of a text in pieces', () => {
  it('end at a line feed alone', async () => {
    const line = JSON.stringify({ title: 'a\u2028b\u2029c\u0085d\ve\rf' });
    expect(await linesIn(`${line}\n${line}\r\n\n`, line)).toEqual([line, line, '', line]);
    const unescaped = 'a\rb\u2028c';
    expect(await linesIn(`${unescaped}\n`)).toEqual([unescaped]);
  });

  it('are the same wherever the pieces end', async () => {
    const text = 'one\r\n\ntwo 👍\nthree';
    for (let at = 0; at <= text.length; at++)
      expect(await linesIn(text.slice(0, at), text.slice(at))).toEqual(['one', '', 'two 👍', 'three']);
    expect(await linesIn(...text)).toEqual(['one', '', 'two 👍', 'three']);
    expect([await linesIn(), await linesIn('', '\n')]).toEqual([[], ['']]);
  });

  it('take time that grows with the text, where one line comes in many pieces', async () => {
    const [line = ''] = await linesIn(...Array.from({ length: 20_000 }, () => 'x'.repeat(100)));
    expect(line).toHaveLength(2_000_000);
  });
});
