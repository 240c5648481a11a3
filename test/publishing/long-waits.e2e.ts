import { newId } from '@pps/kernel';
import { accountBucket, wakeAccount } from '@pps/pins';
import { send } from '../../apps/simulators/testing';
import { startBackgroundService, type BackgroundService } from '../assets/background-service';
import { newUploader } from '../assets/uploader';
import { newSandbox } from '../sandbox/sandbox-service';
import { eventually } from '../setup/eventually';

const dayMs = 86_400_000;
/** The attempt is made so long after a day ago; what it is told to wait is over so long from now. */
const leftMs = 6_000;
let service: BackgroundService;
let behindMs = 0;

beforeAll(async () => {
  service = await startBackgroundService({ DEFAULT_PLAN: 'pro' }, { clock: () => new Date(Date.now() - behindMs) });
});
afterAll(() => service.stop());
beforeEach(() => void (behindMs = 0));

type Read = () => Promise<{ readonly status: string; readonly next_attempt_at: string | null; readonly attempts: number }>;

/** The pin once a day has passed that it was told to wait after its first attempt. */
async function afterItsDay(read: Read, accountId: string) {
  await eventually('a pin that waits a day', async () => {
    const { status, next_attempt_at } = await read();
    return status === 'deferred' && Date.parse(next_attempt_at ?? '') > Date.now() - dayMs / 2 ? true : undefined;
  });
  behindMs = 0;
  const { db } = service.parts;
  // The account's own wait is on the database's clock, which no test can set.
  await db('pins.pacing_bucket')
    .where({ name: accountBucket(accountId) })
    .update({ parked_until: null });
  await wakeAccount(db, accountId);
  return eventually('its end', async () => {
    const pin = await read();
    return ['published', 'failed'].includes(pin.status) ? pin : undefined;
  });
}

it('a sandbox’s pin whose title asks for a day is published after it', async () => {
  const sandbox = await newSandbox(service);
  const place = await sandbox.firstBoard();
  behindMs = dayMs - leftMs;
  const { body } = await sandbox.pin('Blue door [defer:86400]', place);
  expect(await afterItsDay(async () => (await sandbox.get(`/v1/pins/${body.id}`)).body, place.account_id)).toMatchObject({
    status: 'published',
    attempts: 2,
  });
});

it.each([
  ['a rate limit', { status: 429, code: 8, headers: { 'retry-after': '86400' } }],
  [
    'a block',
    { status: 403, code: 9, message: 'You have hit a block we have in place to combat spam.', headers: { 'retry-after': '86400' } },
  ],
])('a pin that the platform told to wait a day, for %s, is published after it', async (_what, fault) => {
  const ann = await newUploader(service, `day-${newId()}`);
  const title = `A day ${newId()}`;
  await service.control('faults', { operation: 'pins.create', title, times: 1, delay_ms: 1_500, ...fault });
  behindMs = dayMs - leftMs;
  const { body } = await ann.post('/v1/pins', ann.draft({ title, image_url: 'https://images.example.com/door.jpg' }));
  const end = afterItsDay(async () => (await ann.get(`/v1/pins/${body.id}`)).body, ann.accountId);
  expect(await end).toMatchObject({ status: 'published', attempts: 1 });
  const found = await send('GET', `${service.simulatorsUrl}/platform/_control/pins?${new URLSearchParams({ title })}`);
  expect(found.json).toMatchObject([{ count: 1 }]);
});
