import { newId } from '@pps/kernel';
import { startBackgroundService, type BackgroundService } from '../assets/background-service';
import { newUploader, type Uploader } from '../assets/uploader';
import { eventually } from '../setup/eventually';
import { withoutDeferredAttempts, type TimelineStep } from '../setup/without-deferred-attempts';

let service: BackgroundService;

beforeAll(async () => {
  service = await startBackgroundService({ DEFAULT_PLAN: 'pro', PACING_ACCOUNT: '50/1', PACING_GLOBAL: '400/6' });
});
afterAll(() => service.stop());

const image = { image_url: 'https://images.example.com/door.jpg' };
const block = { code: 9, message: "Sorry! You've hit a block (Pins) we have in place to combat spam. Please try again later!" };
const clearFaults = (title: string) =>
  fetch(`${service.simulatorsUrl}/platform/_control/faults?title=${encodeURIComponent(title)}`, { method: 'DELETE' });
const fault = (fields: Readonly<Record<string, unknown>> & { readonly title: string }) =>
  service.control('faults', { operation: 'pins.create', ...fields });
const newUser = () => newUploader(service, `unlisted-${newId()}`);
const pinOnce = async (user: Uploader, title: string) => (await user.post('/v1/pins', user.draft({ ...image, title }))).body.id as string;
const timeline = async (user: Uploader, pinId: string) => (await user.get(`/v1/pins/${pinId}/timeline`)).body.items as TimelineStep[];
const madeOf = async (title: string) => {
  const pins = await fetch(`${service.simulatorsUrl}/platform/_control/pins?title=${encodeURIComponent(title)}`);
  return (await pins.json()) as { count: number }[];
};
const calls = async (pinIds: readonly string[]) => {
  const { rows } = await service.parts.db.raw('select count(*) from pins.publish_grant where pin_id = any(?::uuid[])', [[...pinIds]]);
  return Number(rows[0].count);
};
const inStatus = async (user: Uploader, status: string, pinIds: readonly string[]) => {
  const { body } = await user.get(`/v1/pins?limit=200&status=${status}`);
  return (body as { id: string }[]).filter(({ id }) => pinIds.includes(id));
};

it.concurrent.each([403, 400, 429])(
  'a block (code 9 with %s) defers all pins of the account, asks seldom whether it is over, and publishes all after it',
  async (status) => {
    const ann = await newUser();
    const title = `Blocked ${newId()}`;
    await fault({ title, status, ...block });
    const { body } = await ann.post('/v1/pins/batch', { pins: Array.from({ length: 20 }, () => ann.draft({ ...image, title })) });
    const pinIds = body.results.map(({ pin }: { pin: { id: string } }) => pin.id) as string[];
    await eventually('twenty deferred pins', async () => ((await inStatus(ann, 'deferred', pinIds)).length === 20 ? true : undefined));
    expect(await inStatus(ann, 'deferred', pinIds)).toMatchObject(
      Array(20).fill({ error_code: 'rate_limited', next_attempt_at: expect.any(String) }),
    );
    expect(await calls(pinIds)).toBeLessThanOrEqual(4);
    await clearFaults(title);
    await eventually('twenty published pins', async () => ((await inStatus(ann, 'published', pinIds)).length === 20 ? true : undefined));
    expect(await madeOf(title)).toHaveLength(20);
  },
);

it.concurrent.each([400, 403])(
  'a fault on the platform’s side (code 2787 with %s) defers the pin, and the next attempt publishes it',
  async (status) => {
    const ann = await newUser();
    const title = `Fault ${newId()}`;
    await fault({ title, status, code: 2787, message: 'Sorry! Something went wrong on our end.', times: 1 });
    const published = await ann.pinIn('published', await pinOnce(ann, title));
    expect(published.error_code).toBeNull();
    expect(await timeline(ann, published.id)).toEqual(
      expect.arrayContaining([expect.objectContaining({ type: 'PinPublishDeferred', reason: 'transient_upstream' })]),
    );
    expect(await madeOf(title)).toMatchObject([{ count: 1 }]);
  },
);

it.concurrent.each([
  [403, 77],
  [400, 4711],
  [404, 77],
  [422, 1],
])('%s with code %s, which nobody listed, is tried again and published', async (status, code) => {
  const ann = await newUser();
  const title = `Unlisted ${newId()}`;
  await fault({ title, status, code, message: 'Nobody listed this', times: 2 });
  const { id } = await ann.pinIn('published', await pinOnce(ann, title));
  const steps = withoutDeferredAttempts(await timeline(ann, id));
  expect(steps.filter(({ type }) => type === 'PinPublishDeferred')).toHaveLength(2);
  expect(await madeOf(title)).toMatchObject([{ count: 1 }]);
});

it.concurrent('an unlisted refusal that stays fails the pin after a few attempts', async () => {
  const ann = await newUser();
  const title = `Stays ${newId()}`;
  await fault({ title, status: 403, code: 77, message: 'Nobody listed this' });
  const failed = await ann.pinIn('failed', await pinOnce(ann, title));
  expect(failed).toMatchObject({ error_code: 'internal_error', error_message: 'Nobody listed this', attempts: 5 });
  expect(await madeOf(title)).toEqual([]);
});
