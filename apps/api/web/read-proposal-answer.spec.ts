import { readProposalAnswer, shownOfForm } from './read-proposal-answer';

const read = (answer: unknown) => readProposalAnswer({ answer });

test.each([
  ['approve all', { kind: 'approve', number: null }],
  ['approve 100', { kind: 'approve', number: 100 }],
  ['decline all', { kind: 'decline', number: null }],
  ['decline 7', { kind: 'decline', number: 7 }],
  ['edit 1', { kind: 'edit', number: 1 }],
  ['show', { kind: 'show' }],
])('%s is an answer', (answer, expected) => expect(read(answer)).toEqual(expected));

test.each([
  ...['approve', 'approve ', 'approve 0', 'approve x', 'approve 1000', 'approve -1', 'approve 1 2', 'approve all ', 'approve ALL'],
  ...[
    'approve all\n',
    'decline',
    'decline x',
    'edit',
    'edit all',
    'edit 0',
    'show 1',
    'agree 1',
    '',
    ' approve all',
    '1',
    undefined,
    ['approve all'],
  ],
])('%j is none', (answer) => expect(read(answer)).toBeNull());

test('what was shown is told per item, and nothing where the form has none', () => {
  expect([...shownOfForm({ 'shown-1': 'a.b', 'shown-3': ['x'] }, [1, 2, 3])]).toEqual([
    [1, 'a.b'],
    [2, ''],
    [3, ''],
  ]);
});
