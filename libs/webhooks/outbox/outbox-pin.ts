import { decode, type RecordedFact } from '@pps/event-store';
import { textOrEmpty } from '@pps/kernel';
import { pinStream } from '@pps/pins/events';

/** What the outbox reports of a pin besides the fact of the moment, as it was after the pin's fact at `revision`. */
export interface OutboxPin {
  readonly pinId: string;
  readonly revision: number;
  readonly accountId: string;
  readonly boardId: string;
  readonly title: string;
  readonly scheduleId: string | null;
  readonly importJobId: string | null;
}

/** The pin after one more fact of its stream; null before it was queued and after it was deleted. */
export function applyPinFact(before: OutboxPin | null, recorded: RecordedFact): OutboxPin | null {
  const { revision } = recorded;
  const fact = decode(pinStream, recorded);
  if (fact?.type === 'PinQueued') {
    const { pinId, accountId, boardId, content, scheduleId, importJobId } = fact.data;
    const title = textOrEmpty(content.title);
    return { pinId, revision, accountId, boardId, title, scheduleId: scheduleId ?? null, importJobId: importJobId ?? null };
  }
  if (!before) return null;
  switch (fact?.type) {
    case 'PinRetryRequested':
      return { ...before, revision, accountId: fact.data.accountId, boardId: fact.data.boardId };
    case 'PinEdited':
      return { ...before, revision, boardId: fact.data.boardId, title: textOrEmpty(fact.data.content.title) };
    case 'PinDeleted':
      return null;
    default:
      return { ...before, revision };
  }
}
