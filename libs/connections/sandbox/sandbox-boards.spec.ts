import { fold } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import { sandboxBoardSamples } from '../testing';
import {
  createFirstBoard,
  deleteBoardsOf,
  createBoard,
  deleteBoard,
  sandboxBoards,
  updateBoard,
  type SandboxBoard,
  type SandboxBoardFact,
} from './sandbox-boards.stream';

const at = '2026-01-05T09:00:00.000Z';
const board = (boardId: string, accountId = 'a'): SandboxBoard => ({
  boardId,
  accountId,
  name: 'Doors',
  description: null,
  privacy: 'PUBLIC',
  createdAt: at,
});
const created = (boardId: string, accountId = 'a'): SandboxBoardFact => ({ type: 'SandboxBoardCreated', data: board(boardId, accountId) });
const deleted = (boardId: string): SandboxBoardFact => ({ type: 'SandboxBoardDeleted', data: { boardId, deletedAt: at } });
const five = ['1', '2', '3', '4', '5'].map((id) => created(id));
const full = expect.objectContaining({ code: 'sandbox_board_limit' });
const absent = expect.objectContaining({ code: 'board_not_found', answer: { status: 404 } });

describe('the boards of a sandbox', () => {
  it('are five in all, whichever account they are of', () => {
    expect(given(sandboxBoards, ...five.slice(1)).when((state) => createBoard(board('6', 'b'), state))).toEqual([created('6', 'b')]);
    expect(() => given(sandboxBoards, ...five).when((state) => createBoard(board('6', 'b'), state))).toThrow(full);
    expect(given(sandboxBoards, ...five, deleted('1')).when((state) => createBoard(board('6'), state))).toEqual([created('6')]);
    expect(given(sandboxBoards).twice((state) => createBoard(board('1'), state))).toEqual([]);
  });

  it('come one with an account that has none', () => {
    expect(given(sandboxBoards, created('1', 'b')).when((state) => createFirstBoard(board('2'), state))).toEqual([created('2')]);
    expect(given(sandboxBoards, ...five).when((state) => createFirstBoard(board('6'), state))).toEqual([]);
    expect(() => given(sandboxBoards, ...five).when((state) => createFirstBoard(board('6', 'b'), state))).toThrow(full);
  });

  it('are changed and deleted through their own account only', () => {
    const rename = (accountId: string) =>
      given(sandboxBoards, created('1')).when((state) => updateBoard({ boardId: '1', accountId }, { name: 'Gates' }, at, state));
    expect(rename('a')).toEqual([{ type: 'SandboxBoardUpdated', data: { boardId: '1', name: 'Gates', updatedAt: at } }]);
    expect(() => rename('b')).toThrow(absent);
    const remove = (accountId: string) =>
      given(sandboxBoards, created('1')).when((state) => deleteBoard({ boardId: '1', accountId }, at, state));
    expect(remove('a')).toEqual([deleted('1')]);
    expect(() => remove('b')).toThrow(absent);
    expect(
      given(sandboxBoards, created('1')).twice((state) => updateBoard({ boardId: '1', accountId: 'a' }, { name: 'Gates' }, at, state)),
    ).toEqual([]);
  });

  it('go with accounts that are gone', () => {
    const facts = [created('1', 'a'), created('2', 'b'), created('3', 'a')];
    expect(given(sandboxBoards, ...facts).when((state) => deleteBoardsOf(['a'], at, state))).toEqual([deleted('1'), deleted('3')]);
  });

  it('are what their facts say, and remembered when they are gone', () => {
    expect(fold(sandboxBoards, sandboxBoardSamples.slice(0, 2)).boards).toMatchObject([
      { name: 'Doors', description: 'Blue ones', privacy: 'PUBLIC' },
    ]);
    expect(fold(sandboxBoards, sandboxBoardSamples)).toEqual({ boards: [], deletedIds: ['90000000000813744226420001'] });
  });
});
