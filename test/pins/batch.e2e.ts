import { newId } from '@pps/kernel';
import { pinStream, type PinFact, type PinState } from '@pps/pins/events';
import { failWaiting, pinQueued } from '@pps/pins/testing';
import { newKey } from '../setup/account';
import type { Answer } from '../setup/caller';
import { send } from '../../apps/simulators/testing';
import { eventually } from '../setup/eventually';
import { newPersona } from '../setup/persona';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import type { Headers } from '../setup/platform-user';

let service: PlatformService;
let key: Headers;
let session: Headers;
let accountId: string;
let boardId: string;

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'playground', PLATFORM_TIMEOUT: '1m' });
  ({ key, session, accountId, boardId } = await newPersona(service.call));
});

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
    // An item without a key was given one.
    const { idempotency_key: given, pin } = body.results[5];
    expect([given, pin.idempotency_key]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), given]);
    const repeat = await call('POST', '/v1/pins', draft({ idempotency_key: given }));
    expect([repeat.status, repeat.headers.get('idempotent-replayed'), repeat.body.id]).toEqual([201, 'true', pin.id]);
    const again = await call('POST', '/v1/pins/batch', { pins: [pins[0]] });
    expect(again.body).toMatchObject({ created_count: 0, existing_count: 1, results: [{ pin: { id: body.results[0].pin.id } }] });
  });

  it('asks about its boards at once, not one after another', async () => {
    await service.control('faults', { operation: 'boards.get', delay_ms: 600_000, times: 10 });
    const pins = Array.from({ length: 10 }, (_, n) => draft({ board_id: String(70_000 + n) }));
    const answer = call('POST', '/v1/pins/batch', { pins });
    const faults = `${service.simulatorsUrl}/platform/_control/faults`;
    await eventually('ten questions at once', async () => ((await send('GET', faults)).json.length === 0 ? true : undefined));
    await send('DELETE', faults);
    const { body } = await answer;
    expect(body.results.map((result: Answer['body']) => result.error?.code)).toEqual(pins.map(() => 'board_not_found'));
  });

  it('takes a hundred pins with a hundred terms each', async () => {
    const related_terms = Array.from({ length: 100 }, (_, n) => `t${n}`);
    const pins = Array.from({ length: 100 }, () => draft({ related_terms, title: '' }));
    const { status, body } = await call('POST', '/v1/pins/batch', { pins });
    expect([status, body.failed_count, body.detail]).toEqual([200, 100, undefined]);
    const unfit = await call('POST', '/v1/pins/batch', { pins: [draft({ related_terms: Array(21_000).fill('x') })] });
    expect([unfit.status, unfit.body.detail]).toEqual([422, expect.stringContaining('20100 fields and items')]);
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

describe('many pins at once', () => {
  interface Bulk {
    readonly status: string;
    readonly error_code: string | null;
  }
  const newPin = async (fields: object = {}) => (await call('POST', '/v1/pins', draft(fields))).body.id as string;
  const outcomes = ({ body }: Answer) => body.results.map(({ status, error_code }: Bulk) => [status, error_code]);
  const counts = ({ body }: Answer) => [body.succeeded_count, body.skipped_count, body.failed_count];

  async function append(pinId: string, decide: (state: PinState, at: string) => readonly PinFact[]): Promise<void> {
    const { organization, active_project } = (await service.call('GET', '/v1/auth/me', undefined, session)).body;
    const at = new Date().toISOString();
    const of = { projectId: active_project.id, organizationId: organization.id, epoch: 0 };
    const origin = { ...of, actor: { type: 'system' as const }, occurredAt: at };
    await service.parts.streams.decide(pinStream, pinId, origin, (state) => decide(state, at));
  }

  const fail = (pinId: string) => append(pinId, (state, at) => failWaiting({ errorCode: 'board_not_found', message: 'gone', at }, state));

  async function pinOfOtherAccount(): Promise<string> {
    const { workspace_id: projectId } = (await call('POST', '/v1/pins', draft())).body;
    const pinId = newId();
    await append(pinId, (_, queuedAt) => [pinQueued({ pinId, projectId, accountId: newId(), queuedAt })]);
    return pinId;
  }

  it('are retried, each judged alone, those that have not failed skipped, and one that comes twice once', async () => {
    const [failed, waiting, gone, stranger] = [await newPin(), await newPin(), await newPin(), newId()];
    for (const id of [failed, gone]) await fail(id);
    await call('DELETE', `/v1/pins/${gone}`);
    const answer = await call('POST', '/v1/pins/bulk-retry', { ids: [failed, failed.toUpperCase(), waiting, gone, stranger] });
    expect(answer.status).toBe(200);
    expect(outcomes(answer)).toEqual([
      ['succeeded', null],
      ['skipped', null],
      ['skipped', null],
      ['failed', 'not_found'],
      ['failed', 'not_found'],
    ]);
    expect(counts(answer)).toEqual([1, 2, 2]);
    expect(answer.body.results[1].id).toBe(failed.toUpperCase());
    expect((await call('GET', `/v1/pins/${failed}`)).body.status).toBe('queued');
  });

  it('are deleted, each judged alone, those that are deleted skipped', async () => {
    const [one, other, stranger] = [await newPin(), await newPin(), newId()];
    await call('DELETE', `/v1/pins/${other}`);
    const answer = await call('POST', '/v1/pins/bulk-delete', { ids: [stranger, one, other, one] });
    expect(outcomes(answer)).toEqual([
      ['failed', 'not_found'],
      ['succeeded', null],
      ['skipped', null],
      ['skipped', null],
    ]);
    expect(counts(answer)).toEqual([1, 2, 1]);
    expect((await call('GET', `/v1/pins/${one}`)).status).toBe(404);
    expect(outcomes(await call('POST', '/v1/pins/bulk-delete', { ids: [one] }))).toEqual([['skipped', null]]);
  });

  it("are nobody else's, and not those of an account that the key may not name", async () => {
    const [pin, deleted] = [await newPin(), await newPin()];
    await call('DELETE', `/v1/pins/${deleted}`);
    const other = await newPersona(service.call);
    const theirs = (ids: readonly string[], path: string, headers: Headers) => service.call('POST', path, { ids }, headers);
    const paths = ['/v1/pins/bulk-retry', '/v1/pins/bulk-delete'];
    for (const path of paths) {
      expect(outcomes(await theirs([pin, deleted], path, other.key))).toEqual([
        ['failed', 'not_found'],
        ['failed', 'not_found'],
      ]);
    }
    const narrow = (await newKey(service.call, session, { platform_account_ids: [accountId] })).headers;
    const [failed, gone] = [await pinOfOtherAccount(), await pinOfOtherAccount()];
    await fail(failed);
    await call('DELETE', `/v1/pins/${gone}`);
    for (const path of paths) {
      expect(outcomes(await theirs([failed, gone], path, narrow))).toEqual([
        ['failed', 'account_not_permitted'],
        ['failed', 'not_found'],
      ]);
    }
    expect((await call('GET', `/v1/pins/${pin}`)).status).toBe(200);
  });

  it('are a hundred at most, and uuids; deleting them needs its own scope', async () => {
    const ids = Array.from({ length: 100 }, () => newId());
    expect(counts(await call('POST', '/v1/pins/bulk-delete', { ids }))).toEqual([0, 0, 100]);
    for (const body of [{ ids: [...ids, newId()] }, { ids: [] }, {}, { ids: ['7'] }, { ids: [null] }, { ids, more: 1 }, { ids: 'x' }]) {
      const { status, body: answer } = await call('POST', '/v1/pins/bulk-retry', body);
      expect([status, answer.error.code]).toEqual([422, 'validation_error']);
    }
    const { headers } = await newKey(service.call, session, { scopes: ['write'] });
    expect((await service.call('POST', '/v1/pins/bulk-delete', { ids }, headers)).body.error.code).toBe('insufficient_scope');
    expect((await service.call('POST', '/v1/pins/bulk-retry', { ids }, headers)).status).toBe(200);
  });
});
