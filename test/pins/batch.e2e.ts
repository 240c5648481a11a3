import { newId } from '@pps/kernel';
import type { Answer } from '../setup/caller';
import { newPersona } from '../setup/persona';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import type { Headers } from '../setup/platform-user';

let service: PlatformService;
let key: Headers;
let accountId: string;
let boardId: string;

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'playground' });
  ({ key, accountId, boardId } = await newPersona(service.call));
}, 60_000);

afterAll(() => service.stop());

const call = (method: string, path: string, body?: unknown, headers: Headers = {}): Promise<Answer> =>
  service.call(method, path, body, { ...key, ...headers });

const draft = (fields: object = {}) => ({
  account_id: accountId,
  board_id: boardId,
  title: 'Blue door',
  image_url: 'https://images.example.com/door.jpg',
  ...fields,
});

const used = async () => Number((await call('GET', '/v1/billing/status')).body.quota_used);

describe('a batch', () => {
  it('judges each pin alone and says what became of it', async () => {
    const before = await used();
    const first = newId();
    const pins = [
      draft({ idempotency_key: first }),
      draft({ title: '' }),
      draft({ account_id: newId() }),
      draft({ idempotency_key: first }),
      draft({ idempotency_key: first, title: 'Other' }),
      draft(),
      'no pin',
    ];
    const { status, body, headers } = await call('POST', '/v1/pins/batch', { pins });
    expect(status).toBe(200);
    expect(body).toMatchObject({ created_count: 2, existing_count: 1, failed_count: 4 });
    expect(body.results.map((result: Answer['body']) => [result.index, result.status, result.error?.code ?? null])).toEqual([
      [0, 'created', null],
      [1, 'failed', 'validation_error'],
      [2, 'failed', 'not_found'],
      [3, 'existing', null],
      [4, 'failed', 'idempotency_key_reused'],
      [5, 'created', null],
      [6, 'failed', 'validation_error'],
    ]);
    expect(body.results[1].error.errors[0].loc).toEqual(['body', 'pins', 1, 'title']);
    expect(body.results[3].pin.id).toBe(body.results[0].pin.id);
    expect(await used()).toBe(before + 2);
    expect(headers.get('x-service-quota-used')).toBe(String(before + 2));
    expect(body.headroom).toMatchObject({ quota_used: before + 2, quota_limit: 50, rate_capacity: 50 });
    const again = await call('POST', '/v1/pins/batch', { pins: [pins[0]] });
    expect(again.body).toMatchObject({ created_count: 0, existing_count: 1, results: [{ pin: { id: body.results[0].pin.id } }] });
  });

  it('asks about its boards at once, not one after another', async () => {
    await service.control('faults', { operation: 'boards.get', delay_ms: 1_000, times: 10 });
    const pins = Array.from({ length: 10 }, (_, n) => draft({ board_id: String(70_000 + n) }));
    const startedMs = performance.now();
    const { body } = await call('POST', '/v1/pins/batch', { pins });
    expect(body.results.map((result: Answer['body']) => result.error?.code)).toEqual(pins.map(() => 'board_not_found'));
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });

  it('is refused as a whole when the quota does not cover its new pins', async () => {
    const before = await used();
    const { status, body, headers } = await call('POST', '/v1/pins/batch', { pins: Array.from({ length: 51 }, () => draft()) });
    expect([status, body.error.code]).toEqual([402, 'quota_exceeded']);
    expect(headers.get('x-service-quota-used')).toBe(String(before));
    expect(await used()).toBe(before);
  });

  it.each([{}, { pins: [] }, { pins: 'x' }, { pins: Array.from({ length: 101 }, () => ({})) }, { pins: [{}], more: 1 }])(
    'is 422 when it is no list of 1 to 100: %j',
    async (body) => {
      expect((await call('POST', '/v1/pins/batch', body)).status).toBe(422);
    },
  );
});
