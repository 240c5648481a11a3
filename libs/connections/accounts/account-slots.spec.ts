import { fold } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import { accountSlotSamples } from '../testing';
import { accountSlots, freeSlot, knownAccounts, takeSlot, type AccountSlotFact } from './account-slots.stream';

const at = '2026-01-05T09:00:00.000Z';
const taken = (accountId: string, epoch = 0): AccountSlotFact => ({ type: 'AccountSlotTaken', data: { accountId, epoch, takenAt: at } });
const freed = (accountId: string): AccountSlotFact => ({ type: 'AccountSlotFreed', data: { accountId, freedAt: at } });
const take = (accountId: string, limit: number, epoch = 0) => ({ accountId, epoch, takenAt: at, limit });

describe('account slots', () => {
  it('are given out up to the limit', () => {
    expect(given(accountSlots, taken('a')).when((state) => takeSlot(take('b', 2), state))).toEqual([taken('b')]);
    expect(() => given(accountSlots, taken('a')).when((state) => takeSlot(take('b', 1), state))).toThrow(
      expect.objectContaining({ code: 'plan_limit', context: { limit: 'platform_accounts', most: 1, used: 1 } }),
    );
  });

  it('store nothing of the request but what the fact is made of', () => {
    const request = { ...take('a', 1), token: { accessToken: 'secret' } };
    expect(given(accountSlots).when((state) => takeSlot(request, state))).toEqual([taken('a')]);
  });

  it('stay with an account that has one, whatever the limit', () => {
    expect(given(accountSlots, taken('a'), taken('b')).when((state) => takeSlot(take('a', 1), state))).toEqual([]);
  });

  it('are free again after a revocation, which may be repeated', () => {
    expect(given(accountSlots, taken('a')).when((state) => freeSlot({ accountId: 'a', at }, state))).toEqual([freed('a')]);
    expect(given(accountSlots, taken('a'), freed('a')).when((state) => freeSlot({ accountId: 'a', at }, state))).toEqual([]);
    expect(given(accountSlots, taken('a'), freed('a')).when((state) => takeSlot(take('b', 1), state))).toEqual([taken('b')]);
  });

  it('of an older epoch do not count', () => {
    expect(given(accountSlots, taken('a', 0)).when((state) => takeSlot(take('b', 1, 1), state))).toEqual([taken('b', 1)]);
  });

  it('list accounts in the order in which they first had one, and number them in each epoch', () => {
    const { state } = given(accountSlots, taken('z'), taken('b'), freed('z'), taken('a', 1), taken('z'), taken('y', 1));
    const shown = (epoch?: number) => knownAccounts(state, epoch).map(({ accountId, ordinal }) => `${accountId} ${ordinal}`);
    expect([shown(), shown(1)]).toEqual([
      ['z 1', 'b 2', 'a 1', 'y 2'],
      ['a 1', 'y 2'],
    ]);
  });

  it('remember every account once', () => {
    expect(knownAccounts(fold(accountSlots, [...accountSlotSamples, ...accountSlotSamples]))).toHaveLength(1);
  });
});
