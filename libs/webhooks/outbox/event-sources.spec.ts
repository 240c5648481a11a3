import type { HandledFact } from '@pps/event-store';
import { concernsAccounts, type eventSources } from './event-sources';

type SourceFact = HandledFact<typeof eventSources>;

const pin = { type: 'PinPublished', data: {} } as unknown as SourceFact;
const importOf = (...accountIds: string[]) => ({ type: 'ImportCompleted', data: { accountIds } }) as unknown as SourceFact;
const disabled = { type: 'WebhookDisabled', data: {} } as unknown as SourceFact;

test('a webhook without a list is sent every event', () => {
  expect([pin, importOf('b'), disabled].every((fact) => concernsAccounts(null, fact, { account_id: 'b' }))).toBe(true);
});

test('a webhook with a list is sent the end of an import that a credential within the list sent, whatever accounts its rows name', () => {
  const sentBy = (...permittedAccountIds: string[]) =>
    ({ type: 'ImportCompleted', data: { accountIds: ['a', 'mistyped'], permittedAccountIds } }) as unknown as SourceFact;
  expect(concernsAccounts(['a', 'b'], sentBy('a'), {})).toBe(true);
  expect(concernsAccounts(['a'], sentBy('a', 'b'), {})).toBe(false);
  expect(concernsAccounts(['a'], sentBy(), {})).toBe(false);
});

test('a webhook with a list is sent events of its accounts alone, and none of the whole project', () => {
  expect(concernsAccounts(['a'], pin, { account_id: 'a' })).toBe(true);
  expect(concernsAccounts(['a'], pin, { account_id: 'b' })).toBe(false);
  expect(concernsAccounts(['a', 'b'], importOf('a', 'b'), {})).toBe(true);
  expect(concernsAccounts(['a'], importOf('a', 'b'), {})).toBe(false);
  expect(concernsAccounts(['a'], importOf(), {})).toBe(false);
  expect(concernsAccounts(['a'], disabled, { webhook_id: 'w' })).toBe(false);
});
