import { textOf } from '@pps/web-pages';
import { mailboxPage } from './mailbox.page';

const family = '👩‍👩‍👧‍👦';
const message = { id: '1', to: 'a@b.test', subject: 'Hello', text: 'Hi', html: '', links: [], received_at: '2026-11-28T10:00:00.000Z' };
const shown = (change: Partial<typeof message>): string => {
  const view = { messages: [{ ...message, ...change }], count: 1, range: { page: 1, pages: 1, from: 0, to: 1 } as never, to: '' };
  return textOf(mailboxPage(view).content);
};

test('a long subject and a long text are cut in the list', () => {
  const text = shown({ subject: 's'.repeat(100_000), text: 't'.repeat(100_000) });
  expect(text).not.toContain('t'.repeat(141));
  expect(text).not.toContain('s'.repeat(201));
  expect(text).toContain(`${'s'.repeat(200)}…`);
  expect(text).toContain(`${'t'.repeat(140)}…`);
});

test.each(['subject', 'text'])('a family in a %s is shown whole or not at all', (field) => {
  for (const before of [136, 138, 139, 196, 198, 199]) {
    const text = shown({ [field]: `${'x'.repeat(before)}${family}${'y'.repeat(300)}` });
    const rest = /x{100,}(.*?)(?=[<y…])/su.exec(text)?.[1] ?? '?';
    expect(['', family]).toContain(rest);
    expect(text).toContain('…</bdi>');
  }
});

test('half a character and U+0000 are shown as unknown ones', () => {
  expect(shown({ subject: 'a\ud83d', text: 'b\0' })).toMatch(/a\ufffd[^]*b\ufffd/);
});
