import type { ProposedWrite } from '@pps/proposals/events';
import { changedSubject, type ShownItem } from '@pps/use-cases';
import { changedFields } from './changed-fields';

export type Fields = Readonly<Record<string, unknown>>;

/** What is there and the whole that it becomes, under the names of requests; null: nothing is, or it is not known what. */
export function itemFields(
  write: ProposedWrite,
  shown: Pick<ShownItem, 'subject'> | undefined,
): readonly [before: Fields | null, after: Fields] {
  if (write.action === 'publish' || write.action === 'schedule') return [null, wholeOf(write)];
  const subject = shown?.subject;
  if (subject) {
    try {
      return [wholeOf(subject), wholeOf(changedSubject(subject, write))];
    } catch {
      // The checks say why it leads to nothing.
    }
  }
  const { accountId, boardId } = write;
  const target = {
    account_id: 'toAccountId' in write ? (write.toAccountId ?? accountId) : accountId,
    ...(boardId !== undefined && { board_id: boardId }),
  };
  if (write.action === 'retry_pin') return [null, target];
  const runAt = 'runAt' in write && write.runAt !== undefined ? { run_at: write.runAt } : {};
  return [null, { ...target, ...runAt, ...changedFields(write.changes ?? {}) }];
}

interface Whole {
  readonly accountId: string;
  readonly boardId: string;
  readonly content: Parameters<typeof changedFields>[0];
  readonly runAt?: string;
}

/** Content of a person whose keys were removed is absent. */
const wholeOf = ({ accountId, boardId, content, runAt }: Whole): Fields => ({
  ...{ account_id: accountId, board_id: boardId, ...changedFields(content ?? {}) },
  ...(runAt !== undefined && { run_at: runAt }),
});
