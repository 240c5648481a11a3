import { encodeMessage } from './encode-message';
import { message, nested, oneof, repeated, string, stringMap, uint64 } from './message-type';

const Newer = message({
  name: string(1),
  count: uint64(2),
  added: stringMap(3),
  inner: nested(4, message({ lines: repeated(string(2)) })),
});
const Older = message({ count: uint64(2) });
const Choice = message({ chosen: oneof({ number: uint64(1), nothing: nested(2, message({})) }) });

describe('a message', () => {
  it('has every field as it was written, in bytes without those that are absent', () => {
    const full = { name: 'ö', count: 2n ** 64n - 1n, added: { a: '', b: 'c' }, inner: { lines: ['', 'x'] } };
    expect(Newer.decode(encodeMessage(Newer, full))).toEqual(full);
    const empty = { name: '', count: 0n, added: {}, inner: undefined };
    expect(encodeMessage(Newer, empty)).toHaveLength(0);
    expect(Newer.decode(Buffer.alloc(0))).toEqual(empty);
  });

  it('is read without the fields that its type does not know', () => {
    const written = encodeMessage(Newer, { name: 'a', count: 5n, added: { a: 'b' }, inner: { lines: ['c'] } });
    expect(Older.decode(written)).toEqual({ count: 5n });
  });

  it('says which of several fields it has, also where the value is the default', () => {
    for (const chosen of [{ $case: 'number', value: 0n } as const, { $case: 'nothing', value: {} } as const])
      expect(Choice.decode(encodeMessage(Choice, { chosen }))).toEqual({ chosen });
    expect(Choice.decode(Buffer.alloc(0))).toEqual({ chosen: undefined });
  });
});
