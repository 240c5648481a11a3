import { readdirSync, readFileSync } from 'node:fs';
import { errorCatalogue } from '@pps/runtime';
import { startShell } from '../http-shell.harness';
import { errorsPage } from './error-pages';

let shell: Awaited<ReturnType<typeof startShell>>;
beforeAll(async () => {
  shell = await startShell();
});
afterAll(() => shell.stop());

const read = (path: string, headers: Record<string, string> = {}) => shell.call('GET', path, undefined, headers);
const inBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const linksOf = (text: string) => [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));

const idsOf = (text: string) => new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));

it('no link of a page leads to nothing, from the index to every page, anchor and file', async () => {
  const seen = new Map<string, Set<string | undefined>>();
  const queue = new Set(['/docs/manual']);
  const dead: string[] = [];
  for (const link of queue) {
    const [path = '', anchor] = link.split('#');
    if (!seen.has(path)) {
      const { status, text, headers } = await read(path, inBrowser);
      if (status !== 200) dead.push(`${path} ${status}`);
      seen.set(path, idsOf(text));
      // Addresses without a leading slash are relative to the <base> of all pages; those of the web app itself are not served here.
      const links = headers.get('content-type')?.startsWith('text/html') && path !== '/docs' ? linksOf(text) : [];
      const own = links.filter((found) => !/^(https?|mailto):/.test(found)).map((found) => new URL(found, 'http://here/app/'));
      for (const { pathname, hash } of own) if (!pathname.startsWith('/app')) queue.add(decodeURI(pathname + hash));
    }
    if (anchor && !seen.get(path)?.has(anchor)) dead.push(link);
  }
  expect(dead).toEqual([]);
  const pages = readdirSync('docs').filter((name) => name.endsWith('.md'));
  expect(pages.map((name) => `/docs/${name.replace('.md', '')}`).filter((path) => !seen.has(path))).toEqual([]);
  for (const path of ['/docs/decisions/0074-what-a-refusal-and-an-alert-point-to', '/docs/contributing', '/docs/verify-history.py']) {
    expect([path, seen.has(path)]).toEqual([path, true]);
  }
});

it('every picture of the manual is shown, and programs are told where it is', async () => {
  const shown: string[] = [];
  for (const name of readdirSync('docs').filter((file) => file.endsWith('.md'))) {
    const drawn = [...readFileSync(`docs/${name}`, 'utf8').matchAll(/!\[[^\]]*\]\(([^)]*)\)/g)].map(([, link = '']) => link);
    const page = await read(`/docs/${name.replace('.md', '')}`, inBrowser);
    const article = page.text.slice(page.text.indexOf('<article'));
    const sources = [...article.matchAll(/<img src="([^"]*)"/g)].map(([, link = '']) => link);
    expect([name, sources]).toEqual([name, drawn.map((link) => `/docs/${link}`)]);
    shown.push(...sources);
  }
  expect(shown).toContain('/docs/pictures/mailbox.webp');
  for (const source of shown) {
    const picture = await read(source);
    expect([source, picture.status, picture.headers.get('content-type')]).toEqual([source, 200, expect.stringMatching(/^image\//)]);
  }
  const markdown = (await read('/docs/web-pages.md')).text;
  expect(markdown).toMatch(/!\[A mail[^\]]*\]\(http:\/\/127\.0\.0\.1:\d+\/docs\/pictures\/mailbox\.webp\)/);
  expect(markdown).not.toMatch(/^!(?!\[)/m);
});

it('a page has the policy of all pages, loads nothing from elsewhere, and is asked for again only when it has changed', async () => {
  const page = await read('/docs/webhooks');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
  expect([...page.text.matchAll(/(?:src|stylesheet" href)="([^"]*)"/g)].filter(([, link]) => link?.startsWith('http'))).toEqual([]);
  expect(page.headers.get('cache-control')).toBe('public, max-age=300');
  // Weak, as it may be compressed.
  const weak = page.headers.get('etag') ?? '';
  const tag = weak.replace(/^W\//, '');
  expect(weak).toBe(`W/${tag}`);
  for (const known of [tag, `"other", W/${tag}`, '*']) {
    const again = await read('/docs/webhooks', { 'if-none-match': known });
    expect([again.status, again.text]).toEqual([304, '']);
  }
  expect((await read('/docs/webhooks', { 'if-none-match': '"other"' })).status).toBe(200);
  const head = await shell.call('HEAD', '/docs/webhooks');
  expect([head.status, head.headers.get('etag'), head.text]).toEqual([200, weak, '']);
});

it('each page is Markdown for programs, too, whose links lead on and to nothing that is not served', async () => {
  for (const name of readdirSync('docs').filter((file) => file.endsWith('.md'))) {
    const page = await read(`/docs/${name}`);
    expect([name, page.status, page.headers.get('content-type')]).toEqual([name, 200, 'text/markdown; charset=utf-8']);
    expect([name, [...page.text.matchAll(/\]\(\.\.?\/[^)]*\)/g)]]).toEqual([name, []]);
  }
  expect((await read('/docs/api.md')).text).toMatch(/\[scopes\.md\]\(http:\/\/127\.0\.0\.1:\d+\/docs\/scopes\.md\)/);
});

it('llms.txt lists every page of docs, and llms-full.txt has them all', async () => {
  const [list, full] = await Promise.all([read('/llms.txt'), read('/llms-full.txt')]);
  expect(list.text).toMatch(/^# .+\n\n> .+\n/);
  const listed = [...list.text.matchAll(/^- \[[^\]]+\]\((\S+)\): \S/gm)].map(([, link = '']) => new URL(link).pathname);
  const lines = list.text.split('\n').filter((line) => line.startsWith('- '));
  expect(listed).toHaveLength(lines.length);
  const pages = readdirSync('docs').filter((name) => name.endsWith('.md') && name !== 'manual.md');
  expect(pages.map((name) => `/docs/${name}`).filter((path) => !listed.includes(path))).toEqual([]);
  for (const path of listed) expect([path, (await read(path)).status]).toEqual([path, 200]);
  for (const name of pages) {
    const [title = ''] = readFileSync(`docs/${name}`, 'utf8').split('\n');
    expect([name, full.text.includes(title)]).toEqual([name, true]);
  }
});

it('each code has a page with why and what to do, and a refusal says where', async () => {
  for (const [code, { remediation }] of Object.entries(errorCatalogue)) {
    const page = await read(`/docs/errors/${code}.md`);
    expect([code, page.status]).toEqual([code, 200]);
    expect(page.text).toContain(remediation);
    expect((await read(`/docs/errors/${code}`)).status).toBe(200);
  }
  const refused = await read('/v1/nothing');
  expect(new URL(refused.body.error.doc_url).pathname).toBe('/docs/errors/not_found');
  const problem = await shell.call('POST', '/things', '{', { accept: 'application/problem+json' });
  expect([new URL(problem.body.type).pathname, problem.body.doc_url]).toEqual(['/docs/errors/bad_request', problem.body.type]);
});

it('docs/errors.md is what the catalogue says (npm run docs errors writes it)', () => {
  expect(readFileSync('docs/errors.md', 'utf8')).toBe(errorsPage());
});

describe('the search', () => {
  const search = async (question: string) => {
    const page = await read(`/docs/search?q=${question}`);
    return { ...page, found: linksOf(page.text.slice(page.text.indexOf('<ol'), page.text.indexOf('</ol>'))) };
  };

  it('is kept by nobody, and neither is what the manual does not have', async () => {
    for (const [path, status] of [
      ['/docs/search?q=pin', 200],
      ['/docs/search?q=%ED%A0%BD', 400],
      ['/docs/nowhere', 404],
      ['/docs/pictures/nothing.webp', 404],
    ] as const) {
      for (const headers of [inBrowser, { accept: 'application/json' }]) {
        const answer = await read(path, headers);
        expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, status, 'no-store']);
        if (status === 404) expect(answer.headers.get('vary')).toMatch(/\baccept\b(?!-)/);
      }
    }
    const wrongMethod = await shell.call('POST', '/docs/webhooks');
    expect([wrongMethod.status, wrongMethod.headers.get('cache-control')]).toEqual([405, 'no-store']);
  });

  it('finds sections that have every word, those with it in their headings first', async () => {
    const { found, text } = await search('verify+signature');
    expect(found[0]).toBe('../docs/webhooks#verify-the-signature');
    expect(text).toContain('<mark>');
    expect(found.length).toBeLessThanOrEqual(20);
    expect((await search('quota_exceeded')).found).toContain('../docs/errors/quota_exceeded');
    expect((await search('zzzyyyxxx')).text).toContain('Nothing was found');
    expect((await search('')).text).not.toContain('Nothing was found');
  });

  it.each([
    ['HTML', '%3Cscript%3Ealert(1)%3C/script%3E'],
    ['an attribute', '%22%20onfocus=alert(1)%20autofocus=%22'],
    ['a regular expression', '(a+)+$'],
    ['10,000 characters', 'a'.repeat(10_000)],
    ['5,000 words', 'a+'.repeat(5_000)],
    ['an emoji', '%F0%9F%98%80'],
    ['U+0000', 'a%00b'],
    ['two questions', 'a&q=b'],
  ])('takes %s as words', async (_, question) => {
    const startedMs = performance.now();
    const { status, text } = await search(question);
    expect([status, text.includes('<script>alert'), text.includes('" onfocus')]).toEqual([200, false, false]);
    expect(text.length).toBeLessThan(40_000);
    expect(performance.now() - startedMs).toBeLessThan(60_000);
  });

  it('refuses half an emoji as every route does', async () => {
    for (const half of ['%ED%A0%BD', '%F0%9F']) expect((await search(half)).status).toBe(400);
  });

  it('cuts an emoji nowhere', async () => {
    const { text } = await search(`${'a'.repeat(199)}%F0%9F%98%80`);
    expect(text).not.toContain('\ufffd');
  });
});

it.each([
  '/docs/../package.json',
  '/docs/%2e%2e%2fpackage.json',
  '/docs/..%2fpackage.json',
  '/docs/nowhere',
  '/docs/errors/__proto__',
  '/docs/decisions/..%2f..%2f.env',
  '/docs/analytics/../../package.json',
  '/docs/analytics/%2e%2e/%2e%2e/package.json',
  '/docs/webhooks.md/',
  '/docs/Webhooks',
])('%s is no page: told to a browser by one, to programs by an envelope', async (path) => {
  const raw = await rawGet(path, 'text/html,*/*');
  // What climbs out literally is refused by the viewer's server of files.
  expect(path.startsWith('/docs/../') ? [403, 404] : [404]).toContain(raw.status);
  if (!path.includes('..')) expect(raw.text).toContain('The manual has no such page');
  const told = await rawGet(path, 'application/json');
  expect(told).toMatchObject({ status: raw.status, text: expect.stringMatching(raw.status === 404 ? /"code":"not_found"/ : /./) });
});

it.each([
  ['GET', 'text/html', true],
  ['HEAD', 'text/html,*/*;q=0.8', true],
  ['GET', 'text/html;q=0.9, application/json;q=0.5', true],
  ['GET', 'text/html;q=0.5, application/json', false],
  ['GET', 'text/html;q=0.5, application/problem+json', false],
  ['GET', 'text/html;q=0, */*', false],
  ['GET', 'text/htmlx', false],
  ['GET', '*/*', false],
  ['POST', 'text/html', false],
  ['DELETE', 'text/html,*/*;q=0.8', false],
])('%s with Accept: %s is told by a page that the manual has none: %s', async (method, accept, isPage) => {
  const { status, headers } = await shell.call(method, '/docs/nowhere/at/all', undefined, { accept });
  expect([status, headers.get('content-type')?.startsWith('text/html')]).toEqual([404, isPage]);
});

/** As it stands: `fetch` would tidy the path. */
async function rawGet(path: string, accept: string) {
  const { get } = await import('node:http');
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    get({ port: shell.port, path, agent: false, headers: { accept } }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer);
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() });
    }).on('error', reject);
  });
}
