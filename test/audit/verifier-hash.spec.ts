import { createHash } from 'node:crypto';
import { canonical, leafHash } from '../../packages/typescript/src/generated/verify-history';

// The verifier's own SHA-256, as the SDK has it, beside that of Node.

const hashOf = (data: unknown): string => Buffer.from(leafHash({ data } as never)).toString('hex');

function expected(data: unknown): string {
  const text = canonical({ data, event_id: null, metadata: null, revision: null, stream: null, type: null });
  return createHash('sha256').update('\0').update(text).digest('hex');
}

const same = (data: unknown): [string, string] => [hashOf(data), expected(data)];

it.each(['a', 'é', '\u{1f4cc}', '\ud800'])('hashes texts of every length up to several blocks, of %j', (letter) => {
  for (let length = 0; length < 300; length++) {
    const [hash, known] = same(letter.repeat(length));
    expect(`${length} ${hash}`).toBe(`${length} ${known}`);
  }
});

it('hashes what is longer than any line of an export', () => {
  const [hash, known] = same('x'.repeat(17 * 2 ** 20));
  expect(hash).toBe(known);
});

it('hashes a second time as the first', () => {
  expect([hashOf('one'), hashOf('two'), hashOf('one')]).toEqual([expected('one'), expected('two'), expected('one')]);
});
