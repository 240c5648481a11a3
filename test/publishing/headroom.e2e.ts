import { newId } from '@pps/kernel';
import { pinStream, type PinFact } from '@pps/pins/events';
import type { Answer } from '../setup/caller';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { newUploader, type Uploader } from '../assets/uploader';

let service: PlatformService;
let ann: Uploader;

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'playground', PACING_ACCOUNT: '40/0.5', PACING_GLOBAL: '30/2' });
  ann = await newUploader(service, `headroom-${newId()}`);
});
afterAll(() => service.stop());

const draft = (fields: object = {}) => ann.draft({ image_url: 'https://images.example.com/door.jpg', ...fields });

const headers = ({ headers: all }: Answer) => ({
  quota_limit: Number(all.get('x-service-quota-limit') ?? NaN),
  quota_used: Number(all.get('x-service-quota-used') ?? NaN),
  quota_remaining: Number(all.get('x-service-quota-remaining') ?? NaN),
  rate_remaining: Number(all.get('x-platform-ratelimit-remaining') ?? NaN),
  rate_capacity: Number(all.get('x-platform-ratelimit-capacity') ?? NaN),
  rate_refill_per_second: Number(all.get('x-platform-ratelimit-refill-per-second') ?? NaN),
});

/** What a body says right after, without its estimate. */
async function validate(): Promise<ReturnType<typeof headers>> {
  const { estimated_start_at, ...said } = (await ann.post('/v1/pins/validate', draft())).body.headroom;
  expect(estimated_start_at).toMatch(/Z$/);
  return said;
}

const rate = { rate_remaining: 30, rate_capacity: 40, rate_refill_per_second: 0.5 };

describe('the six headers', () => {
  it('of a validation say what its body says', async () => {
    const answer = await ann.post('/v1/pins/validate', draft());
    expect(answer.body.headroom).toMatchObject(headers(answer));
    expect(headers(answer)).toEqual({ quota_limit: 50, quota_used: 0, quota_remaining: 50, ...rate });
  });

  it('of a creation, and of its repeat, say what a body says right after', async () => {
    const body = draft({ idempotency_key: 'once' });
    const first = await ann.post('/v1/pins', body);
    expect([first.status, headers(first)]).toEqual([201, await validate()]);
    expect(headers(first)).toMatchObject({ quota_used: 1, quota_remaining: 49 });
    const again = await ann.post('/v1/pins', body);
    expect([again.headers.get('idempotent-replayed'), headers(again)]).toEqual(['true', headers(first)]);
  });

  it('of a batch say what its body says', async () => {
    const answer = await ann.post('/v1/pins/batch', { pins: [draft(), draft({ title: 'Green door' })] });
    expect(answer.body.headroom).toMatchObject(headers(answer));
    expect(headers(answer)).toEqual(await validate());
  });

  it('of another go, and of one that is refused, say what a body says right after', async () => {
    const { id, workspace_id } = (await ann.post('/v1/pins', draft())).body;
    const refused = await ann.post(`/v1/pins/${id}/retry`);
    expect([refused.status, headers(refused)]).toEqual([409, await validate()]);
    const failedAt = new Date().toISOString();
    const origin = {
      projectId: workspace_id,
      organizationId: ann.organizationId,
      epoch: 0,
      actor: { type: 'system' as const },
      occurredAt: failedAt,
    };
    const failed: PinFact = { type: 'PinFailed', data: { errorCode: 'invalid_image', errorMessage: 'broken', failedAt } };
    await service.parts.streams.decide(pinStream, id, origin, () => [failed]);
    const retried = await ann.post(`/v1/pins/${id}/retry`);
    expect([retried.status, headers(retried)]).toEqual([200, await validate()]);
  });

  it('are on refusals, too, once the account is known', async () => {
    const reused = await ann.post('/v1/pins', draft({ idempotency_key: 'once', title: 'Other' }));
    expect([reused.status, headers(reused)]).toEqual([409, await validate()]);
    const noBoard = await ann.post('/v1/pins', draft({ board_id: '1' }));
    expect([noBoard.status, headers(noBoard)]).toEqual([422, await validate()]);
    const { quota_remaining } = headers(noBoard);
    await ann.post('/v1/pins/batch', { pins: Array.from({ length: quota_remaining }, () => draft()) });
    const none = await ann.post('/v1/pins', draft());
    expect([none.status, headers(none)]).toEqual([402, await validate()]);
    expect(headers(none)).toMatchObject({ quota_used: 50, quota_remaining: 0 });
  });
});
