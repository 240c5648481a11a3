import { newId } from '@pps/kernel';
import { accountBucket } from '@pps/pins';
import { forgetOn } from '../../apps/pinctl/forget.commands';
import { send } from '../../apps/simulators/testing';
import { startBackgroundService, type BackgroundService } from '../assets/background-service';
import { newUploader, png, type Uploader } from '../assets/uploader';
import { eventually } from '../setup/eventually';

let service: BackgroundService;
let ann: Uploader;

beforeAll(async () => {
  service = await startBackgroundService({ DEFAULT_PLAN: 'pro' });
});
afterAll(() => service.stop());
beforeEach(async () => void (ann = await newUploader(service, `claim-${newId()}`)));

const atPlatform = async (title: string) =>
  (await send('GET', `${service.simulatorsUrl}/platform/_control/pins?${new URLSearchParams({ title })}`)).json;

/** Whether a worker has looked whether its pin may go out, and waits for its token. */
const isClaiming = () =>
  eventually('a claim that waits', async () => {
    const { rows } = await service.parts.db.raw<{ rows: unknown[] }>(
      `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%claim_publish%'
         and datname = current_database() and pid <> pg_backend_pid()`,
    );
    return rows.length > 0 || undefined;
  });

/** Does this while the claim for a new pin waits for the account's tokens, and gives the pin. */
async function atTheClaim(fields: object, remove: () => Promise<unknown>): Promise<string> {
  const { db } = service.parts;
  const name = accountBucket(ann.accountId);
  await db('pins.pacing_bucket').insert({ name, tokens: 10, updated_at: new Date() }).onConflict('name').ignore();
  return db.transaction(async (tx) => {
    await tx.raw('set local idle_in_transaction_session_timeout = 0');
    await tx('pins.pacing_bucket').where({ name }).forUpdate();
    const { status, body } = await ann.post('/v1/pins', ann.draft(fields));
    expect(status).toBe(201);
    await isClaiming();
    await remove();
    return body.id as string;
  });
}

const image_url = 'https://images.example.com/door.jpg';

it('nothing goes out for an account whose removal was answered while a token was asked for', async () => {
  const title = `Removed ${newId()}`;
  const pinId = await atTheClaim({ title, image_url }, async () => {
    expect((await ann.remove(`/v1/platform/accounts/${ann.accountId}`)).status).toBe(204);
  });
  expect(await ann.pinIn('failed', pinId)).toMatchObject({ error_code: 'account_revoked' });
  expect(await atPlatform(title)).toEqual([]);
});

it('nothing goes out that shows a file whose deletion was answered while a token was asked for', async () => {
  const [title, assetId] = [`Deleted ${newId()}`, (await ann.upload('images', await png(61, 70))).body.id as string];
  const pinId = await atTheClaim({ title, asset_id: assetId }, async () => {
    expect((await ann.remove(`/v1/assets/${assetId}?confirm=true`)).status).toBe(200);
  });
  expect(await ann.pinIn('failed', pinId)).toMatchObject({ error_code: 'asset_not_found' });
  expect(await atPlatform(title)).toEqual([]);
});

it('nothing goes out of a workspace that was forgotten while a token was asked for', async () => {
  const title = `Forgotten ${newId()}`;
  await atTheClaim({ title, image_url }, async () => {
    await forgetOn(service.parts, ann.organizationId);
  });
  ann = await newUploader(service, `after-${newId()}`);
  const { id } = (await ann.post('/v1/pins', ann.draft({ image_url }))).body;
  await ann.pinIn('published', id);
  expect(await atPlatform(title)).toEqual([]);
});
