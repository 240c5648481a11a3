import { nameAccount } from './name-account';

const event = { event: 'account.reconnect_required', data: { account_id: 'a', username: null, reason: 'token_revoked' } };
const deps = (names: Readonly<Record<string, object>>) =>
  ({
    live: {
      get: async (_: unknown, id: string) => ({ state: id === 'a' ? { kind: 'connected', profileRef: 'ref' } : { kind: 'absent' } }),
    },
    vault: { getMany: async () => new Map(Object.entries(names)) },
  }) as never;

test('the event of an account names its user, as long as the vault has the name', async () => {
  const named = { ...event, data: { ...event.data, username: 'anna' } };
  expect(await nameAccount(deps({ ref: { username: 'anna' } }), event)).toEqual(named);
  expect(await nameAccount(deps({}), event)).toEqual(event);
  const other = { ...event, data: { ...event.data, account_id: 'b' } };
  expect(await nameAccount(deps({ ref: { username: 'anna' } }), other)).toEqual(other);
});

test('other events stay as they are', async () => {
  const pin = { event: 'pin.published', data: { account_id: 'a' } };
  expect(await nameAccount(deps({ ref: { username: 'anna' } }), pin)).toBe(pin);
});
