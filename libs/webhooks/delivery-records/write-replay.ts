import type { RecordedFact } from '@pps/event-store';
import type { ProjectionContext } from '@pps/read-store';
import type { ReplayFact } from '../events';
import { replayTable } from './webhook_deliveries.tables';

/** Writes the row of the replay that a fact is about; a fact that was written before changes nothing. */
export async function writeReplay(fact: RecordedFact<ReplayFact>, { tx, table }: ProjectionContext): Promise<void> {
  const physical = table('webhook_replay');
  if (fact.type === 'WebhookReplayRequested') return replayTable.insertMissing(tx, physical, [replayTable.row(fact)]);
  const position = fact.position.toString();
  await tx(physical)
    .where({ replay_id: fact.data.replayId })
    .andWhere('position', '<', position)
    .update({ ...changesOf(fact), position });
  function changesOf(later: Exclude<ReplayFact, { readonly type: 'WebhookReplayRequested' }>): object {
    switch (later.type) {
      case 'WebhookReplayProgressed':
        return { replayed: tx.raw('least(? - from_revision, events)', [later.data.nextRevision]) };
      case 'WebhookReplayCompleted':
        return { status: 'completed', replayed: tx.ref('events'), ended_at: later.data.at };
      case 'WebhookReplayCanceled':
        return { status: 'canceled', ended_at: later.data.at };
    }
  }
}
