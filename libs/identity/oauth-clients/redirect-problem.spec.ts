import { isRedirectOf, redirectTarget, redirectProblem } from './redirect-problem';

test.each([
  'https://app.example.com/callback?x=1',
  'http://127.0.0.1/callback',
  'http://[::1]:8080/callback',
  'http://localhost:3335/oauth/callback',
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'com.example.app:/callback',
])('%s may be named', (uri) => expect(redirectProblem(uri)).toBeNull());

test.each([
  ...['', '/callback', 'callback', '//evil.example', 'http://app.example.com/callback', 'http://127.0.0.1.evil.example/callback'],
  ...[
    'http://localhost.evil.example/',
    'http://127.0.0.2/',
    'http://0.0.0.0/',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
  ],
  ...['https://user:pass@app.example.com/', 'https://app.example.com/#', 'https://app.example.com/#x', 'file:///etc/passwd', 'about:blank'],
  ...['https://app.example.com/\u0000', 'https://app.example.com/ x', 'https://äpp.example/', 'https://app.example.com\\@evil.example/'],
  ...[
    'blob:https://app.example.com/x',
    'view-source:https://app.example.com/',
    'mailto:x@example.com',
    `https://app.example.com/${'a'.repeat(1_000)}`,
  ],
])('%j may not', (uri) => expect(redirectProblem(uri)).toEqual(expect.any(String)));

const uris = [
  'https://app.example.com/callback',
  'http://127.0.0.1/cb?x=1',
  'http://localhost:3000/cb',
  'http://[::1]:1/cb',
  'app.example:/cb',
];

test.each([...uris, 'http://127.0.0.1:4711/cb?x=1', 'http://localhost/cb', 'http://localhost:49150/cb', 'http://[::1]:65535/cb'])(
  '%s is one of them',
  (uri) => expect(isRedirectOf(uris, uri)).toBe(true),
);

test.each([
  ...[
    'https://app.example.com/callback/',
    'https://app.example.com/callback?x',
    'https://app.example.com:444/callback',
    'https://APP.example.com/callback',
  ],
  ...[
    'https://app.example.com/call%62ack',
    'http://127.0.0.1:4711/cb',
    'http://127.0.0.1:4711/cb?x=2',
    'http://127.0.0.1:4711/cb?x=1&y',
    'http://127.0.0.1:4711/../cb?x=1',
  ],
  ...[
    'http://localhost:3000@evil.example/cb',
    'http://localhost:3000.evil.example/cb',
    'http://localhost:/cb/x',
    'http://127.0.0.1/cb',
    'https://localhost:3000/cb',
  ],
  ...['http://[::1]:1:2/cb', 'http://localhost:99999999/cb', 'app.example:/cb/x', 'app.example2:/cb', ''],
])('%s is none of them', (uri) => expect(isRedirectOf(uris, uri)).toBe(false));

test('a page names the host, or that it is on this machine', () => {
  expect(['https://app.example.com:8443/x', 'http://localhost:1/x', 'cursor://x/y'].map(redirectTarget)).toEqual([
    'app.example.com:8443',
    'a program on this machine',
    'the program that opens cursor: on this machine',
  ]);
});
