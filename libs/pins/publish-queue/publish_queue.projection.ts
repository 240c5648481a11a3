import { factsOf, type RecordedFact, idOf } from '@pps/event-store';
import { pinStream } from '../pin/pin.stream';
import { defineProjection, runPrepared, type Transaction } from '@pps/read-store';
import {
  connectionStream,
  type AccountConnected,
  type AccountReconnected,
  type AccountRevoked,
  type ReconnectRequired,
  type TokenRefreshed,
} from '@pps/connections/events';
import { epochFacts, projectStream, startsEpoch, type EpochFact } from '@pps/workspaces/events';
import { noteChanges, type AccountChange, countWaiting, waitingTables } from './count-waiting';
import { applyResets, epochsOf, removeOlderEpochs, type PublishEpochs } from './publish-epochs';
import {
  consentTable,
  epochTable,
  queueTable,
  waitingProjectTable,
  waitingTable,
  waitingTotalTable,
  type QueueRow,
} from './publish_queue.tables';
import { nextRow, type QueueFact } from './next-row';

/** A refresh that worked ends the need, as the account itself has it; a revoked account needs none. */
const consentFacts = ['AccountConnected', 'AccountReconnected', 'TokenRefreshed', 'AccountRevoked', 'ReconnectRequired'] as const;
type ConsentFact = AccountConnected | AccountReconnected | TokenRefreshed | AccountRevoked | ReconnectRequired;

const queueFacts = factsOf(
  pinStream,
  'PinQueued',
  'PinPublishAttemptStarted',
  'PinPublished',
  'PinPublishDeferred',
  'PinPublishOutcomeUnknown',
  'PinOutcomeReconciled',
  'PinFailed',
  'PinMediaPreparationStarted',
  'PinMediaUploaded',
  'PinMediaAwaited',
  'PinMediaReady',
  'PinRetryRequested',
  'PinEdited',
  'PinDeleted',
);

/** What publishing has not finished with: one row a pin that waits, is being published, has an unknown outcome, or has failed and may be retried. */
export const publishQueueProjection = defineProjection({
  name: 'publish_queue',
  version: 9,
  handles: queueFacts.and(projectStream, ...epochFacts).and(connectionStream, ...consentFacts),
  tables: [queueTable, epochTable, waitingTable, waitingProjectTable, waitingTotalTable, consentTable],

  async project(all, context) {
    const { tx, table } = context;
    const name = table('publish_queue');
    const consents = all.filter(isConsentFact);
    const others = all.filter((fact) => !isConsentFact(fact));
    await applyConsents(consents, tx, table('publish_consent'));
    await applyResets(others, context);
    const changes: AccountChange[] = consents.map((fact) => ({ account_id: accountOf(fact), position: fact.position }));
    const facts = others.filter(isQueueFact);
    const ids = [...new Set(facts.map(pinIdOf))];
    const { rows: present } = await runPrepared<{ rows: QueueRow[] }>(
      tx,
      `select * from ${name} where pin_id = any(array(select unnest(?::uuid[])))`,
      [ids],
    );
    const epochs = await epochsOf(facts, present, tx, table('publish_epoch'));
    const rows = rowsAfter(facts, present, epochs, (change) => changes.push(change));
    const remaining = [...rows.values()].filter((row) => row !== null);
    const removed = ids.filter((id) => rows.get(id) === null);
    // What is left of older epochs was counted out when the sandbox was reset, or the project forgotten.
    const counted = present.filter((row) => isPresent(row, epochs));
    const uncounted = await countWaiting(tx, waitingTables(context), counted, remaining, changes);
    await noteChanges(tx, table('publish_waiting'), uncounted);
    if (removed.length > 0) await tx(name).whereIn('pin_id', removed).delete();
    await queueTable.upsert(tx, name, remaining);
  },
  removePortion: removeOlderEpochs,
});

type Handled = RecordedFact<QueueFact | ConsentFact | EpochFact>;

const isQueueFact = (fact: Handled): fact is RecordedFact<QueueFact> => !isConsentFact(fact) && !startsEpoch(fact);

const isConsentFact = (fact: Handled): fact is RecordedFact<ConsentFact> => (consentFacts as readonly string[]).includes(fact.type);

const isPresent = ({ project_id, epoch }: Pick<QueueRow, 'project_id' | 'epoch'>, epochs: PublishEpochs): boolean =>
  epoch >= (epochs.get(project_id) ?? 0);

/** Null for a pin that publishing is done with, and for one of an older epoch. */
function rowsAfter(
  facts: readonly RecordedFact<QueueFact>[],
  present: readonly QueueRow[],
  epochs: PublishEpochs,
  changed: (change: AccountChange) => void,
): Map<string, QueueRow | null> {
  const rows = new Map<string, QueueRow | null>(present.map((row) => [row.pin_id, row]));
  for (const fact of facts) {
    const id = pinIdOf(fact);
    const row = rows.get(id) ?? null;
    if (row && fact.revision <= row.revision) continue;
    const next = nextRow(row, fact);
    const current = next && isPresent(next, epochs) ? next : null;
    rows.set(id, current);
    for (const each of [row, current]) {
      if (each) changed({ account_id: each.account_id, project_id: each.project_id, position: fact.position });
    }
  }
  return rows;
}

const pinIdOf = (fact: RecordedFact): string => idOf(fact, pinStream);

/** Takes in, of each account, the last fact that says whether it needs a new consent. */
async function applyConsents(facts: readonly RecordedFact<ConsentFact>[], tx: Transaction, name: string): Promise<void> {
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

export const accountOf = (fact: RecordedFact): string => idOf(fact, connectionStream);
