import { findFreePort } from '@pps/embedded';
import { newId } from '@pps/kernel';
import type { PublishingMode } from '@pps/identity';
import { newKey, register } from '../setup/account';
import { bearer } from '../setup/caller';
import { startPlatformService } from '../setup/platform-service';
import { connectPlatformUser } from '../setup/platform-user';
import { grantTo } from './grant-service';

/** A service that knows its own address, with somebody who publishes and lets programs act for him. */
export async function startPublishingService() {
  const port = await findFreePort();
  const service = await startPlatformService({
    ...{ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, DEFAULT_PLAN: 'enterprise', WEBHOOK_TARGETS: 'any' },
    ...{ TOKEN_REQUESTS_PER_ADDRESS: '100000', CLIENT_REGISTRATIONS_PER_ADDRESS: '100000' },
  });
  const person = await register(service.call);
  const key = (await newKey(service.call, person.session)).headers;
  const { body } = await connectPlatformUser(service.call, key, { username: `ada-${newId()}` });
  const accountId: string = body.account_id;
  const boards = await service.call('GET', `/v1/platform/boards?account_id=${accountId}`, undefined, key);
  const asPerson = (method: string, path: string, sent?: unknown) => service.call(method, path, sent, person.session);
  return {
    ...service,
    person,
    asPerson,
    draft: () => ({
      account_id: accountId,
      board_id: boards.body[0].id as string,
      title: `Door ${newId()}`,
      image_url: 'https://images.example.com/door.jpg',
    }),
    /** The token of a program that may do everything in this mode; '' is an answer without one. */
    granted: async (mode: PublishingMode | '', resource: 'mcp' | 'v1') => {
      const asked = { resource: `${service.url}/${resource}`, scope: 'read write destructive' };
      const { access } = await grantTo(service, { account: person, asked, ticked: { mode, scope_destructive: 'on' } });
      return bearer(access);
    },
    countOf: async (what: 'pins' | 'schedules'): Promise<number> =>
      Number((await asPerson('GET', `/v1/${what}?limit=1`)).headers.get('x-total-count')),
    storyOf: async (pinId: string): Promise<string> => JSON.stringify((await asPerson('GET', `/v1/pins/${pinId}/timeline`)).body),
  };
}

export type PublishingService = Awaited<ReturnType<typeof startPublishingService>>;

export const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
