import { expectEnvelope, startShell } from './http-shell.harness';

let shell: Awaited<ReturnType<typeof startShell>>;

beforeAll(async () => {
  shell = await startShell();
});

afterAll(() => shell.stop());

const call: typeof shell.call = (...request) => shell.call(...request);

describe('refusals', () => {
  const reject = (how: string, headers: Record<string, string> = {}) => call('POST', `/things/rejections?how=${how}`, undefined, headers);

  test('a rule says no: its code, its context, the status of the catalogue', async () => {
    const quota = await reject('quota');
    expectEnvelope(quota, 402, 'quota_exceeded');
    expect(quota.body.error.upgrade_url).toBe('https://app.test/billing');
    const scope = await reject('scope');
    expectEnvelope(scope, 403, 'insufficient_scope');
    expect(scope.body.error.required_scope).toBe('write');
    expectEnvelope(await reject('board'), 422, 'board_not_found');
    expectEnvelope(await reject('board-404'), 404, 'board_not_found');
    expectEnvelope(await reject('unknown'), 409, 'quota_entry_released');
    expectEnvelope(await reject('absent'), 404, 'not_found');
    const stranger = await call('POST', '/things/guarded', { title: 'a' });
    expectEnvelope(stranger, 401, 'missing_credentials');
    expect([stranger.body.detail, stranger.headers.get('www-authenticate')]).toEqual(['Missing API key', 'Bearer']);
  });

  test('429 and 503 say when to come back', async () => {
    const rate = await reject('rate');
    expectEnvelope(rate, 429, 'rate_limited');
    expect([rate.headers.get('retry-after'), rate.body.error.retry_after_seconds]).toEqual(['42', 42]);
    const platform = await reject('platform');
    expectEnvelope(platform, 503, 'platform_unavailable');
    expect(Number(platform.headers.get('retry-after'))).toBe(platform.body.error.retry_after_seconds);
    const outage = await reject('outage');
    expectEnvelope(outage, 503, 'service_unavailable');
    expect(Number(outage.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(outage.text).not.toContain('10.1.2.3');
  });

  test('what nobody foresaw shows nothing of the inside, and is logged with its stack', async () => {
    const bug = await reject('bug', { 'x-request-id': 'the-buggy-request' });
    expectEnvelope(bug, 500, 'internal_error');
    expect(bug.text).not.toMatch(/hunter2|iterable|TypeError|\.ts/);
    expectEnvelope(await reject('stranger'), 500, 'internal_error');
    const line = shell.log.find((entry) => entry.includes('"error"') && entry.includes('the-buggy-request')) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      err: { name: 'TypeError', stack: expect.stringContaining('http-shell.fixture') },
    });
  });

  test('whoever accepts problem details gets the same facts as RFC 9457', async () => {
    const accept = { accept: 'application/problem+json' };
    const scope = await reject('scope', accept);
    expect(scope.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(scope.body).toEqual({
      type: expect.stringMatching(/\/docs\/errors\/insufficient_scope$/),
      doc_url: scope.body.type,
      title: 'The API key lacks the needed scope',
      status: 403,
      detail: 'The API key lacks the needed scope',
      instance: '/things/rejections',
      code: 'insufficient_scope',
      message: 'The API key lacks the needed scope',
      remediation: expect.any(String),
      request_id: scope.headers.get('x-request-id'),
      required_scope: 'write',
    });
    expect((await call('POST', '/things', {}, accept)).body).toMatchObject({ status: 422, errors: [{ loc: ['body', 'title'] }] });
    expect((await call('GET', '/nowhere', undefined, accept)).body).toMatchObject({ status: 404, code: 'not_found' });
    expect((await call('GET', '/things/%zz', undefined, accept)).body).toMatchObject({ status: 400, code: 'bad_request' });
    expectEnvelope(await reject('scope', { accept: 'application/problem+json;q=0.5, application/json' }), 403, 'insufficient_scope');
  });
});
