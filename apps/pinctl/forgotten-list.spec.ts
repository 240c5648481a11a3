import { newId } from '@pps/kernel';
import { CommandFailed } from './command-failed';
import { readForgottenList } from './forgotten-list';

const ids = [newId(), newId()];
const items = ids.map((id) => ({ organization_id: id.toUpperCase(), user_id: newId(), forgotten_at: '2026-11-28T10:00:00.000Z' }));

describe('a list of the forgotten', () => {
  it('is read as it is printed for a person and for a program', () => {
    const lines = items.map((item) => JSON.stringify(item));
    for (const text of [`${lines.join('\n')}\n\n`, lines.join('\r\n'), JSON.stringify(items, null, 2), `${JSON.stringify(items)}\n`]) {
      expect(readForgottenList(text)).toEqual(ids);
    }
    expect([readForgottenList(''), readForgottenList('[]\n')]).toEqual([[], []]);
  });

  it.each([
    ['{"organization_id":"👩‍👩‍👧"}', 'line 1 of the list names no organization'],
    [`${JSON.stringify(items[0])}\nnull`, 'line 2 of the list names no organization'],
    [JSON.stringify([...items, 7], null, 2), 'entry 3 of the list names no organization'],
    [JSON.stringify([null]), 'entry 1 of the list names no organization'],
    [JSON.stringify(items, null, 2).slice(0, -4), 'line 1 of the list names no organization'],
  ])('is refused as a whole with an entry that names nobody: %j', (text, message) => {
    expect(() => readForgottenList(text)).toThrow(new CommandFailed(message, 2));
  });
});
