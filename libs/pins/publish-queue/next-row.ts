import type { RecordedFact } from '@pps/event-store';
import { textOrEmpty } from '@pps/kernel';
import { needsUpload, nextAction, type NextAction } from '../pin/next-action';
import type { PinAbandoned, PinFact } from '../pin/pin.events';
import type { Publishing } from '../pin/pin.state';
import { publishingAfter } from '../pin/pin.stream';
import { giveUpAfter, giveUpAfterWait, giveUpAtLatest } from '../publishing/publishing.policy';
import { actionColumns, phaseWithoutAction } from './action-columns';
import { queueTable, type QueueRow } from './publish_queue.tables';

export type QueueFact = Exclude<PinFact, PinAbandoned>;

type Schedule = Pick<QueueRow, 'phase' | 'needs_upload' | 'ready_at' | 'deadline' | 'next_look_at'>;

/** The row after one more fact; null once publishing has finished with the pin. */
export function nextRow(row: QueueRow | null, fact: RecordedFact<QueueFact>): QueueRow | null {
  if (fact.type === 'PinQueued') return queueTable.row(fact);
  if (!row || fact.type === 'PinDeleted') return null;
  // Without spreads, which are slow for rows of this size.
  const changed = Object.assign({}, row, changesBy(fact, row), { revision: fact.revision });
  return scheduled(changed, publishingAfter(row.publishing, fact));
}

function changesBy(fact: RecordedFact<QueueFact>, { simulated, give_up_at, give_up_at_latest }: QueueRow): Partial<QueueRow> {
  switch (fact.type) {
    case 'PinPublishAttemptStarted':
    case 'PinMediaPreparationStarted':
      return {
        starts: fact.data.attempt,
        give_up_at: give_up_at ?? giveUpAfter(fact.data.startedAt),
        give_up_at_latest: give_up_at_latest ?? giveUpAtLatest(fact.data.startedAt),
      };
    case 'PinPublishDeferred':
      if (give_up_at === null || give_up_at_latest === null) return {};
      return { give_up_at: giveUpAfterWait({ giveUpAt: give_up_at, atLatest: give_up_at_latest }, fact.data) };
    case 'PinRetryRequested': {
      const { accountId, boardId, fingerprint } = fact.data;
      return {
        account_id: accountId,
        board_id: boardId,
        fingerprint: textOrEmpty(fingerprint),
        queue_position: fact.position.toString(),
        give_up_at: null,
        give_up_at_latest: null,
      };
    }
    case 'PinEdited': {
      const { boardId, fingerprint, content } = fact.data;
      return { board_id: boardId, fingerprint: textOrEmpty(fingerprint), is_video: content.mediaType === 'video' && !simulated };
    }
    default:
      return {};
  }
}

function scheduled(row: QueueRow, publishing: Publishing): QueueRow | null {
  if (publishing.phase === 'published') return null;
  const pin = { ...publishing, starts: row.starts, content: row.is_video ? { mediaType: 'video' as const } : {} };
  const undated = { publishing, needs_upload: needsUpload(pin), deadline: null, next_look_at: null };
  return Object.assign(row, undated, scheduleOf(nextAction(pin)));
}

function scheduleOf(action: NextAction | null): Partial<Schedule> & Pick<Schedule, 'phase'> {
  if (!action) return { phase: phaseWithoutAction };
  const { phase, date } = actionColumns[action.kind];
  return { phase, [date]: action.at };
}
