import type { Answer } from '../setup/caller';
import { eventually } from '../setup/eventually';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { newQuotaWorkspace, sumOf } from './quota-workspace';

let service: PlatformService;
beforeAll(async () => (service = await startPlatformService({ DEFAULT_PLAN: 'playground' })));
afterAll(() => service.stop());

const codeOf = ({ status, body }: Answer) => (status === 201 ? '201' : `${status} ${body.error.code}`);

const tally = (codes: readonly string[]): Record<string, number> =>
  codes.reduce<Record<string, number>>((counts, code) => ({ ...counts, [code]: (counts[code] ?? 0) + 1 }), {});

it('gives the last 10 units to exactly 10 of 500 creations at once on two API processes', async () => {
  const workspace = await newQuotaWorkspace(service.call);
  const second = await service.another();
  const { call, draft, headers } = workspace;
  expect((await call('POST', '/v1/pins/batch', { pins: Array.from({ length: 40 }, () => draft()) })).body.created_count).toBe(40);
  const apis = [service.call, second];
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, n) => apis[n % 2]?.('POST', '/v1/pins', draft({ idempotency_key: `last-${n}` }), headers)),
  );
  expect(tally(answers.map((answer) => (answer ? codeOf(answer) : 'none')))).toEqual({ 201: 10, '402 quota_exceeded': 490 });
  const refused = answers.find((answer) => answer?.status === 402);
  expect(refused?.body.error).toMatchObject({ quota_limit: 50, quota_used: 50, upgrade_url: expect.stringMatching(/billing/) });
  expect(['limit', 'used', 'remaining'].map((name) => refused?.headers.get(`x-service-quota-${name}`))).toEqual(['50', '50', '0']);
  expect(await workspace.used()).toBe(50);
  expect(sumOf(await workspace.ledger())).toBe(50);
  expect((await call('GET', '/v1/pins?limit=1')).headers.get('x-total-count')).toBe('50');
});

it('refuses a whole batch that the last units do not cover, also beside single creations', async () => {
  const workspace = await newQuotaWorkspace(service.call);
  const { call, draft } = workspace;
  await call('POST', '/v1/pins/batch', { pins: Array.from({ length: 40 }, () => draft()) });
  const batches = Array.from({ length: 4 }, () => call('POST', '/v1/pins/batch', { pins: Array.from({ length: 7 }, () => draft()) }));
  const singles = Array.from({ length: 5 }, () => call('POST', '/v1/pins', draft()));
  const [taken, created] = [await Promise.all(batches), await Promise.all(singles)];
  const units = taken.filter(({ status }) => status === 200).length * 7 + created.filter(({ status }) => status === 201).length;
  expect(taken.filter(({ status }) => status === 200).every(({ body }) => body.created_count === 7)).toBe(true);
  expect(units).toBeLessThanOrEqual(10);
  expect(await workspace.used()).toBe(40 + units);
  expect((await call('GET', '/v1/pins?limit=1')).headers.get('x-total-count')).toBe(String(40 + units));
});

/** For so long a repeat waits for the pins that have the units; on a machine that stands still they are queued later. */
const patienceMs = 2_000;
const unlessRefused = (send: () => Promise<Answer>): Promise<Answer> =>
  eventually('an answer that is no refusal after a long wait', async () => {
    const sentAt = performance.now();
    const answer = await send();
    return answer.status === 402 && performance.now() - sentAt >= patienceMs ? undefined : answer;
  });

it('takes what is under way twice under the same keys for repeats of what has the last units', async () => {
  const workspace = await newQuotaWorkspace(service.call);
  const { call, draft, headers } = workspace;
  const apis = [service.call, await service.another()] as const;
  await call('POST', '/v1/pins/batch', { pins: Array.from({ length: 9 }, () => draft()) });
  const forty = { pins: Array.from({ length: 40 }, (_, n) => draft({ idempotency_key: `twice-${n}` })) };
  const batches = await Promise.all([0, 1, 0, 1].map((n) => unlessRefused(() => apis[n]!('POST', '/v1/pins/batch', forty, headers))));
  expect(batches.map((answer) => answer?.status)).toEqual([200, 200, 200, 200]);
  expect(batches.reduce((sum, answer) => sum + Number(answer?.body.created_count), 0)).toBe(40);
  const last = draft({ idempotency_key: 'last' });
  const calls = [0, 1, 0, 1].map((n) =>
    apis[n]?.('POST', n === 0 ? '/v1/pins/batch' : '/v1/pins', n === 0 ? { pins: [last] } : last, headers),
  );
  const answers = await Promise.all(calls);
  expect(answers.map((answer) => answer?.status)).toEqual([200, 201, 200, 201]);
  expect(await workspace.used()).toBe(50);
  expect((await call('POST', '/v1/pins', draft({ idempotency_key: 'one more' }))).status).toBe(402);
});
