import { cleanOutsideText, isUnstorable, replaceUnstorable, isAbsoluteUrl } from './outside-text';

const halfEmoji = '😀'.slice(0, 1);

describe('a text from outside', () => {
  it('loses U+0000 and lone surrogates and nothing else', () => {
    expect(cleanOutsideText(`a\0b${halfEmoji}c😀`, 300)).toBe('a\ufffdb\ufffdc😀');
    expect(cleanOutsideText('\udc00\ud800', 300)).toBe('\ufffd\ufffd');
    expect(replaceUnstorable('ä\t\n\u200d😀')).toBe('ä\t\n\u200d😀');
    expect(['\0', halfEmoji, '\udc00', '😀', ''].map(isUnstorable)).toEqual([true, true, true, false, false]);
  });

  it('is cut by code points, never within a character', () => {
    expect(cleanOutsideText(`${'x'.repeat(299)}😀y`, 300)).toBe(`${'x'.repeat(299)}😀`);
    expect(cleanOutsideText(`${'x'.repeat(300)}😀`, 300)).toBe('x'.repeat(300));
    expect([...cleanOutsideText('😀'.repeat(400), 300)]).toHaveLength(300);
  });

  it('is cut between characters as people see them', () => {
    const family = '👩\u200d👩\u200d👧';
    expect(cleanOutsideText(`${'x'.repeat(297)}${family}`, 300)).toBe('x'.repeat(297));
    expect(cleanOutsideText(`${'x'.repeat(295)}${family}`, 300)).toBe(`${'x'.repeat(295)}${family}`);
    expect(cleanOutsideText(`${'x'.repeat(299)}e\u0301`, 300)).toBe('x'.repeat(299));
  });

  it('that is a single endless character is cut all the same', () => {
    expect([...cleanOutsideText(`a${'\u0301'.repeat(1_000)}`, 300)]).toHaveLength(300);
  });

  it('of megabytes costs no more than what is kept of it', () => {
    expect(cleanOutsideText('😀\0'.repeat(2 * 1024 * 1024), 4)).toBe('😀\ufffd😀\ufffd');
  });
});

test.each([
  ...['http://example.org', 'HTTPS://EXAMPLE.ORG:8443/a?b#c', 'http://example.org?x', 'https://[2001:db8::1]/', 'http://a_b.example/'],
  ...['http://example.org/http:x', 'https://ada:pass@example.org/', 'https://example.org/ä'],
])('%s has an authority', (text) => expect(isAbsoluteUrl(text)).toBe(true));

test.each([
  ...['http:example.org', 'https:a', 'HTTP:EXAMPLE.ORG', 'http:example.org:80/x', 'http:/x', 'http:/example.org', 'http://', 'http:///x'],
  ...['http:\\\\example.org', 'http:/\\example.org', 'http:\\/example.org', 'http://\\example.org', 'http://example.org\\@example.net/'],
  ...['http://?x', 'https://#x', '//example.org', 'example.org', 'ftp://example.org', 'http ://example.org', 'http:// example.org', ''],
  ...[
    ' http://example.org',
    'http://example.org/\n',
    'http://example.org/\u0001',
    'http://example.org/\u007f',
    'http://example.org/\u0085x',
  ],
])('%j has none, or holds what no URL does', (text) => expect(isAbsoluteUrl(text)).toBe(false));
