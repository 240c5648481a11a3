import { fold } from '@pps/kernel';
import { connection, type Connection } from '../accounts/connection.stream';
import { connectionSamples } from '../testing';
import { maxRefreshAheadMs, isRefreshDue, isRefreshable } from './token-refresh.policy';
import { refreshRound, type ExpiringAccount } from './idle-tokens.dispatcher';

const now = new Date('2026-01-30T09:00:00.000Z');
const account = (change: Partial<Connection> = {}): Connection => ({
  ...(fold(connection, connectionSamples.slice(0, 1)) as Connection),
  tokenIssuedAt: '2026-01-05T09:00:00.000Z',
  tokenExpiresAt: '2026-02-04T09:00:00.000Z',
  ...change,
});
const due = (at: string, change: Partial<Connection> = {}) => isRefreshDue(account(change), new Date(at), maxRefreshAheadMs);

describe('tokens that nobody uses', () => {
  it('are refreshed five days ahead of their end, and after it', () => {
    expect(due('2026-01-30T08:59:59.000Z')).toBe(false);
    expect(due('2026-01-30T09:00:00.000Z')).toBe(true);
    expect(due('2026-03-01T09:00:00.000Z')).toBe(true);
  });

  it('that live shortly are refreshed in the last fifth of their life', () => {
    const hour = { tokenIssuedAt: '2026-01-30T09:00:00.000Z', tokenExpiresAt: '2026-01-30T10:00:00.000Z' };
    expect(due('2026-01-30T09:47:00.000Z', hour)).toBe(false);
    expect(due('2026-01-30T09:48:00.000Z', hour)).toBe(true);
  });

  it('are left alone where a refresh is of no use', () => {
    const cases = [{}, { revokedAt: now.toISOString() }, { reconnectReason: 'token_revoked' as const }, { simulated: true as const }];
    expect(cases.map((change) => isRefreshable(account(change)))).toEqual([true, false, false, false]);
  });
});

describe('a round', () => {
  const accounts: ExpiringAccount[] = Array.from({ length: 120 }, (_, index) => ({
    accountId: `account ${index}`,
    tokenExpiresAt: new Date(now.getTime() + index),
  }));
  let [refreshed, open, mostOpen] = [[] as string[], 0, 0];
  const asked: Date[] = [];
  const errors: unknown[] = [];
  const tokens = {
    refreshIfExpiring: async (accountId: string) => {
      mostOpen = Math.max(mostOpen, ++open);
      await new Promise((resolve) => setImmediate(resolve));
      open--;
      if (accountId === 'account 7') throw new Error('the platform is down');
      refreshed.push(accountId);
    },
  };
  const expiring = async (before: Date, after: ExpiringAccount | null, limit: number) => {
    asked.push(before);
    const from = after ? accounts.findIndex(({ accountId }) => accountId === after.accountId) + 1 : 0;
    return accounts.slice(from, from + limit);
  };
  const round = (after: ExpiringAccount | null) =>
    refreshRound({ tokens, clock: () => now, expiring, onError: (error) => errors.push(error) }, after);

  it('takes fifty, four at once, goes on after the last, and past one that fails', async () => {
    const first = await round(null);
    expect([first?.accountId, refreshed.length, mostOpen]).toEqual(['account 49', 49, 4]);
    expect(asked).toEqual([new Date('2026-02-04T09:00:00.000Z')]);
    expect(errors).toEqual([new Error('the platform is down')]);
    const second = await round(first);
    expect(await round(second)).toBeNull();
    expect(new Set(refreshed).size).toBe(119);
    refreshed = [];
  });
});
