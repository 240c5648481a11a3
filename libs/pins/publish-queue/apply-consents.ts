import type { AccountConnected, AccountReconnected, AccountRevoked, ReconnectRequired, TokenRefreshed } from '@pps/connections/events';
import type { RecordedFact } from '@pps/event-store';
import type { Transaction } from '@pps/read-store';
import { consentTable } from './publish_queue.tables';

/** A refresh that worked ends the need, as the account itself has it; a revoked account needs none. */
export const consentFacts = ['AccountConnected', 'AccountReconnected', 'TokenRefreshed', 'AccountRevoked', 'ReconnectRequired'] as const;
export type ConsentFact = AccountConnected | AccountReconnected | TokenRefreshed | AccountRevoked | ReconnectRequired;

/** Takes in, of each account, the last fact that says whether it needs a new consent. */
export async function applyConsents(facts: readonly RecordedFact<ConsentFact>[], tx: Transaction, name: string): Promise<void> {
  const last = new Map(facts.map((fact) => [accountOf(fact), fact]));
  if (last.size === 0) return;
  await tx(name)
    .whereIn('account_id', [...last.keys()])
    .delete();
  const needed = [...last].flatMap(([account_id, { type, data }]) =>
    type === 'ReconnectRequired' ? [consentTable.row({ accountId: account_id, at: data.at })] : [],
  );
  await consentTable.upsert(tx, name, needed);
}

export const accountOf = (fact: RecordedFact): string => fact.stream.slice('connection-'.length);
