import { isAbsoluteUrl } from './absolute-url';

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
