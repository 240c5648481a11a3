import type { LiveStates } from '@pps/event-store';
import { fold } from '@pps/kernel';
import { AccountDirectory } from './account-directory';
import { accountSlots, type AccountSlotFact } from './account-slots.stream';
import type { ConnectionRepository } from './connection-repository';

const at = '2026-01-05T09:00:00.000Z';
const taken = (accountId: string, epoch = 0): AccountSlotFact => ({ type: 'AccountSlotTaken', data: { accountId, epoch, takenAt: at } });
const freed = (accountId: string): AccountSlotFact => ({ type: 'AccountSlotFreed', data: { accountId, freedAt: at } });

function directoryOf(facts: readonly AccountSlotFact[], revoked: readonly string[] = []) {
  const read: string[] = [];
  const state = fold(accountSlots, facts);
  const live = { head: async () => 1n, get: async () => ({ state }) } as unknown as LiveStates;
  const find = async (accountId: string) => {
    read.push(accountId);
    if (accountId === 'connecting') return null;
    const revokedAt = revoked.includes(accountId) ? at : null;
    return { accountId, projectId: 'project', epoch: 0, revokedAt, reconnectReason: null, tokenIssuedAt: at, scopes: [] };
  };
  return { read, directory: new AccountDirectory({ find } as unknown as ConnectionRepository, live) };
}

test('connected accounts are counted without reading the 10,000 that were revoked before', async () => {
  const before = Array.from({ length: 10_000 }, (_, n) => [taken(`old ${n}`), freed(`old ${n}`)]).flat();
  const { read, directory } = directoryOf([...before, taken('a'), taken('b')]);
  expect(await directory.countConnected('project', 0)).toBe(2);
  expect(read).toEqual(['a', 'b']);
});

test('an account that is only being connected, was revoked this moment, or is of another epoch does not count', async () => {
  const { directory } = directoryOf([taken('a'), taken('connecting'), taken('revoked'), taken('other', 1)], ['revoked']);
  expect(await directory.countConnected('project', 0)).toBe(1);
});

test('every account that the project ever had is known, each of its own epoch, and none is read for it', async () => {
  const { read, directory } = directoryOf([taken('a'), freed('a'), taken('a'), taken('b'), freed('b'), taken('other', 1)]);
  expect([await directory.countKnown('project', 0), await directory.countKnown('project', 1), read]).toEqual([2, 1, []]);
});
