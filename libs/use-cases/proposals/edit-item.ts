import { Invalid } from '@pps/kernel';
import { applyChanges, mergeContentChanges, type ChosenItem } from '@pps/proposals';
import type { ContentChanges, Proposal, ProposedWrite } from '@pps/proposals/events';

/** An item that a person chose, and what he changed of it. */
export interface ItemChoice {
  readonly number: number;
  readonly boardId?: string | undefined;
  readonly runAt?: string | undefined;
  readonly changes?: ContentChanges | undefined;
}

/** The chosen items with what the person made of them; what changes nothing is as it was. Throws `Invalid`. */
export function editItems({ items }: Proposal, choices: readonly ItemChoice[]): readonly ChosenItem[] {
  return choices.map((choice, index): ChosenItem => {
    const { number } = choice;
    const item = items[number - 1];
    const isEdited = choice.boardId !== undefined || choice.runAt !== undefined || Object.keys(choice.changes ?? {}).length > 0;
    if (!item || !isEdited) return { number };
    const write = editWrite(item.write, choice, index);
    return JSON.stringify(write) === JSON.stringify(item.write) ? { number } : { number, write };
  });
}

function editWrite(write: ProposedWrite, { boardId, runAt, changes = {} }: ItemChoice, index: number): ProposedWrite {
  const refuse = (field: string, why: string) =>
    new Invalid([{ loc: ['body', 'items', index, field], msg: `${field} ${why}`, type: 'not_applicable' }]);
  const at = { ...(boardId !== undefined && { boardId }) };
  if (runAt !== undefined && write.action !== 'schedule' && write.action !== 'change_schedule')
    throw refuse('run_at', 'is of schedules only; decline the item and create a schedule');
  switch (write.action) {
    case 'publish':
      return { ...write, ...at, content: applyChanges(write.content, changes) };
    case 'schedule':
      return { ...write, ...at, ...(runAt !== undefined && { runAt }), content: applyChanges(write.content, changes) };
    case 'change_pin':
      return { ...write, ...at, changes: mergeContentChanges(write.changes, changes) };
    case 'change_schedule':
      return { ...write, ...at, ...(runAt !== undefined && { runAt }), changes: mergeContentChanges(write.changes, changes) };
    case 'retry_pin':
      if (Object.keys(changes).length > 0) throw refuse('number', 'is that of a retry, whose content stays');
      return { ...write, ...at };
  }
}
