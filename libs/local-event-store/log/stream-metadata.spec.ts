import { isSoftDeleted, noMetadata, parseStreamMetadata, withTruncateBefore } from './stream-metadata';

const parse = (text: string) => parseStreamMetadata(Buffer.from(text));

describe('stream metadata', () => {
  it('reads the largest $tb without rounding', () => {
    expect(parse('{"$tb":9223372036854775807}').truncateBefore).toBe(9223372036854775807n);
    expect(isSoftDeleted(parse('{ "a": 1, "$tb" : 9223372036854775807 }'))).toBe(true);
    expect(isSoftDeleted(parse('{"$tb":9223372036854775806}'))).toBe(false);
  });

  it('ignores limits that limit nothing, and what is no document', () => {
    expect(parse('{"$maxCount":0,"$maxAge":-1,"$tb":"3"}')).toMatchObject({
      maxCount: undefined,
      maxAgeSeconds: undefined,
      truncateBefore: undefined,
    });
    for (const text of ['', 'x', '[]', 'null', '3']) expect(parse(text)).toBe(noMetadata);
  });

  it('replaces $tb and leaves the other keys', () => {
    expect(withTruncateBefore(parse('{"a":[1],"$tb":9223372036854775807}'), 3n).toString()).toBe('{"$tb":3,"a":[1]}');
    expect(withTruncateBefore(noMetadata, 0n).toString()).toBe('{"$tb":0}');
  });
});
