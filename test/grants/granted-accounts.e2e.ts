import { newId } from '@pps/kernel';
import { newKey } from '../setup/account';
import { bearer } from '../setup/caller';
import { connectPlatformUser } from '../setup/platform-user';
import { approving, openBrowser } from './open-browser';
import { grantTo, programAt, registered } from './grant-service';
import { startPublishingService, type PublishingService } from './publishing-service';

let service: PublishingService;
let second: string;

beforeAll(async () => {
  service = await startPublishingService();
  const key = (await newKey(service.call, service.person.session)).headers;
  second = (await connectPlatformUser(service.call, key, { username: `second-${newId()}` })).body.account_id;
});
afterAll(() => service.stop());

const first = () => service.draft().account_id;

test('a program acts for the accounts that were ticked, and sees no other', async () => {
  const { access } = await grantTo(service, {
    account: service.person,
    asked: { resource: `${service.url}/v1` },
    ticked: { [`account_${second}`]: 'on' },
  });
  const { body } = await service.call('GET', '/v1/platform/accounts', undefined, bearer(access));
  expect(body.map(({ id }: { readonly id: string }) => id)).toEqual([second]);
  const refused = await service.call('POST', '/v1/pins', service.draft(), bearer(access));
  expect([refused.status, refused.body.error?.code, refused.body.error?.account_id]).toEqual([403, 'account_not_permitted', first()]);
});

test('an account of another project is asked again, and one of somebody else is none', async () => {
  const program = programAt(service.url);
  const clientId = await registered(program);
  const browser = openBrowser(service.url);
  const page = await browser.signIn(program.authorizeUrl(clientId), service.person.email);
  const before = await service.parts.store.head();
  const elsewhere = await browser.answer(page, approving('new_sandbox', { [`account_${second}`]: 'on' }));
  expect([elsewhere.status, elsewhere.location, await service.parts.store.head()]).toEqual([422, null, before]);
  const { location } = await browser.answer(
    page,
    approving(service.person.projectId, { [`account_${newId()}`]: 'on', [`account_${second}`]: 'on' }),
  );
  const code = new URL(location ?? '').searchParams.get('code') ?? '';
  expect((await program.redeem(code, clientId)).status).toBe(200);
  const [grant] = (await service.asPerson('GET', '/v1/api-keys')).body;
  expect(grant.platform_account_ids).toEqual([second]);
});
