import { factsOf, type RecordedFact } from '@pps/event-store';
import { pinStream } from '../pin/pin.stream';
import { defineProjection } from '@pps/read-store';
import { projectStream } from '@pps/workspaces/events';
import { applyResets, dropOlderEpochs, type PublishEpochs } from './publish-epochs';
import { countWaiting } from './count-waiting';
import { epochTable, queueTable, waitingTable, type QueueRow } from './publish_queue.tables';
import { nextRow, type QueueFact } from './next-row';

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
  version: 5,
  handles: queueFacts.and(projectStream, 'SandboxReset'),
  tables: [queueTable, epochTable, waitingTable],

  async project(all, { tx, table }) {
    const name = table('publish_queue');
    const epochs = await applyResets(all, tx, table('publish_epoch'));
    const dropped = await dropOlderEpochs(all, tx, name);
    const facts = all.flatMap((fact) => (fact.type === 'SandboxReset' ? [] : fact));
    const ids = [...new Set(facts.map(pinIdOf))];
    const present = (await tx(name).whereIn('pin_id', ids)) as QueueRow[];
    const rows = rowsAfter(facts, present, epochs);
    const remaining = [...rows.values()].filter((row) => row !== null);
    const removed = ids.filter((id) => rows.get(id) === null);
    await countWaiting(tx, table('publish_waiting'), [...dropped, ...present], remaining);
    if (removed.length > 0) await tx(name).whereIn('pin_id', removed).delete();
    await queueTable.upsert(tx, name, remaining);
  },
});

/** By pin; null for one that publishing is done with, and for one of a sandbox's older epoch. */
function rowsAfter(
  facts: readonly RecordedFact<QueueFact>[],
  present: readonly QueueRow[],
  epochs: PublishEpochs,
): Map<string, QueueRow | null> {
  const rows = new Map<string, QueueRow | null>(present.map((row) => [row.pin_id, row]));
  for (const fact of facts) {
    const id = pinIdOf(fact);
    const row = rows.get(id) ?? null;
    if (row && fact.revision <= row.revision) continue;
    const next = nextRow(row, fact);
    rows.set(id, next && next.epoch >= (epochs.get(next.project_id) ?? 0) ? next : null);
  }
  return rows;
}

const pinIdOf = (fact: RecordedFact): string => fact.stream.slice('pin-'.length);
