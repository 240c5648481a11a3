import { fold } from '@pps/kernel';
import { boardSamples } from '../testing';
import { board, recordBoardChange } from './board.stream';

const of = { accountId: 'a', boardId: '7' };
const at = '2026-01-05T10:00:00.000Z';
const fresh = board.initial;

test('a change of a board says which fields were given, and nothing of what is in them but the privacy', () => {
  const change = { name: 'Secret plans', description: null, privacy: undefined };
  expect(recordBoardChange(of, { kind: 'updated', change, board: { privacy: 'PUBLIC' } }, at, fresh)).toEqual([
    { type: 'BoardUpdated', data: { ...of, fields: ['name', 'description'], updatedAt: at } },
  ]);
  expect(recordBoardChange(of, { kind: 'updated', change: { privacy: 'SECRET' }, board: { privacy: 'SECRET' } }, at, fresh)).toEqual([
    { type: 'BoardUpdated', data: { ...of, fields: ['privacy'], privacy: 'SECRET', updatedAt: at } },
  ]);
});

test('a creation and a deletion are recorded once', () => {
  const created = recordBoardChange(of, { kind: 'created', board: { privacy: 'SECRET' } }, at, fresh);
  expect(created).toEqual([{ type: 'BoardCreated', data: { ...of, privacy: 'SECRET', createdAt: at } }]);
  expect(recordBoardChange(of, { kind: 'created', board: { privacy: 'SECRET' } }, at, fold(board, created))).toEqual([]);
  expect(recordBoardChange(of, { kind: 'deleted' }, at, fold(board, created))).toHaveLength(1);
  expect(recordBoardChange(of, { kind: 'deleted' }, at, fold(board, boardSamples))).toEqual([]);
});
