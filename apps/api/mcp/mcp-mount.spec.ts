import { Module } from '@nestjs/common';
import { Overloaded } from '@pps/concurrency';
import { Rejected } from '@pps/kernel';
import { createLogger, loadConfiguration } from '@pps/runtime';
import { Credentials } from '../auth/credential.guard';
import { FairRequests } from '../auth/fair-requests.guard';
import { BodyAdmission } from '../http/body-admission';
import { FairTurns } from '../http/fair-turns';
import { createHttpApp, type HttpApp } from '../http/http-app';
import { McpMount } from './mcp-mount';
import { McpParts } from './mcp-parts';

const configuration = loadConfiguration({});
const logger = createLogger('test', configuration, { write: () => undefined });
const identify = jest.fn();

@Module({
  providers: [
    McpMount,
    { provide: Credentials, useValue: { identify } },
    { provide: FairRequests, useValue: {} },
    { provide: McpParts, useValue: { app: { configuration, logger } } },
  ],
})
class MountModule {}

let http: HttpApp;
let url: string;

beforeAll(async () => {
  http = await createHttpApp(MountModule, { config: configuration, logger });
  url = `http://127.0.0.1:${await http.listen(0, '127.0.0.1')}/mcp`;
});

beforeEach(() =>
  identify.mockReset().mockResolvedValue({ keyId: 'key', userId: 'user', organizationId: 'organization', scopes: ['read'] }),
);
afterEach(() => jest.restoreAllMocks());
afterAll(() => http.close());

async function post(params: object = {}) {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params });
  const answer = await fetch(url, { method: 'POST', headers, body });
  return { status: answer.status, wait: answer.headers.get('retry-after'), text: await answer.text() };
}

it('is opened anew for the next message where it could not be opened', async () => {
  const opening = jest.spyOn(McpMount.prototype as unknown as { open: () => Promise<unknown> }, 'open');
  opening.mockRejectedValueOnce(new Error('no memory'));
  expect([(await post()).status, (await post()).status, (await post()).status]).toEqual([500, 200, 200]);
  expect(opening).toHaveBeenCalledTimes(2);
});

describe('a message that comes while too much is asked', () => {
  it.each<[string, () => unknown]>([
    [
      'before its turn',
      () => jest.spyOn(http.app.get(FairTurns), 'request').mockImplementationOnce((_, begin) => begin(new Overloaded('caller'))),
    ],
    ['while its body is received', () => jest.spyOn(http.app.get(BodyAdmission), 'senderOf').mockRejectedValue(new Overloaded('caller'))],
    ['while its credential is looked at', () => identify.mockRejectedValue(new Rejected('rate_limited', 'Too many attempts'))],
  ])('is refused %s with 503 and Retry-After, never with 429', async (_when, arrange) => {
    arrange();
    // More than who shows no credential may send, so that its sender is asked for.
    const { status, wait, text } = await post({ _meta: { text: 'x'.repeat(70_000) } });
    expect([status, Number(wait) > 0, /rate_limited|Too many/.test(text)]).toEqual([503, true, true]);
  });
});

describe('the fields of a message', () => {
  /** Arguments of so many rows, as many fields in each as a pin can have. */
  const rows = (count: number) => Array.from({ length: count }, () => ({ terms: Array.from({ length: 199 }, () => 1) }));

  it('may be those of the greatest call of a tool', async () => {
    expect((await post({ arguments: { rows: rows(500) } })).status).toBe(200);
  });

  it.each<[string, object, RegExp]>([
    ['too many', { rows: rows(510) }, /fields/],
    ['too many in one object', Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`f${n}`, n])), /fields/],
    ['nested too deep', JSON.parse('{"a":'.repeat(2_000) + '1' + '}'.repeat(2_000)), /nested|level/],
  ])('that are %s are refused in the words of JSON-RPC, with the remedy', async (_what, args, words) => {
    const { status, text } = await post({ arguments: args });
    const { error } = JSON.parse(text);
    expect([status, error]).toEqual([
      400,
      {
        code: -32_600,
        message: expect.stringMatching(words),
        data: {
          code: 'validation_error',
          remediation: 'Correct the fields named in errors.',
          request_id: expect.any(String),
          errors: [{ loc: expect.any(Array), msg: expect.stringMatching(words), type: expect.any(String) }],
        },
      },
    ]);
  });
});
