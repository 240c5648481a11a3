import type { HandledFact } from '@pps/event-store';
import type { eventSources } from './event-sources';

/** Whether a webhook with this list is sent the event: all its accounts are on the list. What concerns the whole project is sent only to webhooks without a list. */
export function concernsAccounts(
  listed: readonly string[] | null,
  fact: HandledFact<typeof eventSources>,
  data: Readonly<Record<string, unknown>>,
): boolean {
  if (listed === null) return true;
  if (wasSentWithin(listed, fact)) return true;
  const accountIds = accountsOf(fact, data);
  return accountIds.length > 0 && accountIds.every((accountId) => listed.includes(accountId));
}

/** Who may use accounts of the list alone has sent the file: whatever other accounts its rows name, nothing was done with them. */
function wasSentWithin(listed: readonly string[], fact: HandledFact<typeof eventSources>): boolean {
  if (fact.type !== 'ImportCompleted' && fact.type !== 'ImportFailed') return false;
  const { permittedAccountIds: permitted = [] } = fact.data;
  return permitted.length > 0 && permitted.every((accountId) => listed.includes(accountId));
}

function accountsOf(
  fact: HandledFact<typeof eventSources>,
  { account_id: accountId }: Readonly<Record<string, unknown>>,
): readonly string[] {
  if (fact.type === 'ImportCompleted' || fact.type === 'ImportFailed') return fact.data.accountIds;
  return typeof accountId === 'string' ? [accountId] : [];
}
