import type { PinPublishing } from 'pin-publishing';
import { triggers } from './triggers';

afterEach(() => jest.restoreAllMocks());

test.each(['pin.failed', 'schedule.failed', 'account.reconnect_required'])(
  '%s connects an account again that is lost by it',
  async (event) => {
    const titles: unknown[] = [];
    const make = async ({ title }: { readonly title: string }) => (titles.push(title), { id: 'made' });
    const connect = jest.fn(async () => ({ authorization_url: 'https://consent.example.com/' }));
    const list = async () => [{ id: 'account', health_status: 'reconnect_required' }];
    const client = { pins: { create: make }, schedules: { create: make }, accounts: { list, connect } } as unknown as PinPublishing;
    const consent = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('', { status: 302 }));
    const place = { accountId: 'account', boardId: 'board', fields: { error_code: 'reconnect_required' } };
    expect(await triggers[event]?.(client, place)).toMatchObject({ account_id: 'account' });
    expect(titles).toEqual([expect.stringContaining('[fail:reconnect_required]')]);
    expect([connect.mock.calls, consent.mock.calls[0]?.[0]]).toEqual([[[{ account_id: 'account' }]], 'https://consent.example.com/']);
  },
);

test('what fails for another reason loses no account', async () => {
  const client = { pins: { create: async ({ title }: { readonly title: string }) => ({ id: title }) } } as unknown as PinPublishing;
  const made = await triggers['pin.failed']?.(client, { accountId: 'account', boardId: 'board', fields: {} });
  expect(made).toEqual({ id: '[fail:invalid_image] Made by pps trigger' });
});
