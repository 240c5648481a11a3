import type { Principal } from '@pps/identity';
import { NotFound } from '@pps/kernel';
import { proposedPin } from '@pps/proposals/testing';
import type { PinCheckDeps } from '../create-pin/pin-checks';
import { boardsOfItems, nameBoards } from './name-boards';

const principal = { asOf: 0n } as Principal;
const at = (boardId: string) => ({ accountId: 'a', boardId });

async function namesOf(check: (boardId: string) => Promise<object>, ...boardIds: string[]) {
  const asked: string[] = [];
  const boards = { check: ({ boardId }: { boardId: string }) => (asked.push(boardId), check(boardId)) };
  const nameOf = await nameBoards({ boards } as unknown as Pick<PinCheckDeps, 'boards'>, principal, boardIds.map(at));
  return { asked, names: boardIds.map((id) => nameOf(at(id))) };
}

it('calls a board by its number and then its name, of which nothing can look like the number', async () => {
  const named = (name: string) => async () => ({ status: 'ok', board: { name } });
  expect((await namesOf(named('8 (Sea)'), '7')).names).toEqual(['7 (8 (Sea))']);
  expect((await namesOf(named('\u202eaeS\n\u200b\ud83d'), '7')).names).toEqual(['7 (aeS \ufffd)']);
  expect((await namesOf(named('\u202e '), '7')).names).toEqual(['7']);
  expect((await namesOf(async () => ({ status: 'skipped' }), '7')).names).toEqual(['7']);
});

it('asks for thirty boards, each once, and for none that is not there', async () => {
  const boardIds = Array.from({ length: 40 }, (_, n) => String(n));
  const { asked, names } = await namesOf(async (id) => ({ status: 'failed', board: { name: `Board ${id}` } }), ...boardIds, '0');
  expect([asked.length, names[29], names[30], names[40]]).toEqual([30, '29 (Board 29)', '30', '0 (Board 0)']);
  expect((await namesOf(() => Promise.reject(new NotFound('Account')), '7')).names).toEqual(['7']);
  await expect(namesOf(() => Promise.reject(new Error('a fault')), '7')).rejects.toThrow('a fault');
});

it('does not wait for a slow platform: what is known by then is called by its name', async () => {
  const asked: string[] = [];
  const check = ({ boardId }: { boardId: string }) => {
    asked.push(boardId);
    return boardId === '0' ? Promise.resolve({ status: 'ok', board: { name: 'Sea' } }) : new Promise(() => undefined);
  };
  const boards = { check } as unknown as PinCheckDeps['boards'];
  const nameOf = await nameBoards(
    { boards },
    principal,
    Array.from({ length: 20 }, (_, n) => at(String(n))),
    20,
  );
  expect([nameOf(at('0')), nameOf(at('1')), asked.length]).toEqual(['0 (Sea)', '1', 5]);
});

it('names the boards of what waits before those of what was decided', () => {
  const items = ['1', '2', '3'].map((boardId, index) => ({
    number: index + 1,
    write: { ...proposedPin(), boardId },
    status: 'waiting' as const,
  }));
  const shown = [{ number: 3, subject: null, fingerprint: '' }];
  expect(boardsOfItems(items as never, shown).map(({ boardId }) => boardId)).toEqual(['3', '1', '2']);
});
