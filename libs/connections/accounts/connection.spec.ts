import { fold } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import { connectionSamples } from '../testing';
import {
  accountHealth,
  connectAccount,
  connection,
  learnLimit,
  requireReconnect,
  decideRevocation,
  replaceTokens,
  type AccountConnected,
  type ConnectionFact,
} from './connection.stream';

const connected = connectionSamples[0] as AccountConnected;
const { accountId, projectId, tokenRef } = connected.data;
const at = '2026-01-06T09:00:00.000Z';
const revoked: ConnectionFact = { type: 'AccountRevoked', data: { accountId, projectId, revokedAt: at } };
const refresh = {
  previousRef: tokenRef,
  tokenRef: 'next',
  scopes: ['boards:read'],
  tokenExpiresAt: '2026-02-05T09:00:00.000Z',
  refreshedAt: at,
};

describe('a connection', () => {
  it('is made by the first consent and renewed by the next', () => {
    expect(given(connection).when((state) => connectAccount(connected.data, state))).toEqual([connected]);
    const again = { ...connected.data, tokenRef: 'other', connectedAt: at };
    expect(given(connection, connected).when((state) => connectAccount(again, state))).toMatchObject([
      { type: 'AccountReconnected', data: { accountId, tokenRef: 'other', reconnectedAt: at } },
    ]);
  });

  it('is silent for a grant it has', () => {
    expect(given(connection).twice((state) => connectAccount(connected.data, state))).toEqual([]);
  });

  it('comes back after a revocation, and remembers when that was', () => {
    const back = given(connection, connected, revoked).when((state) => connectAccount({ ...connected.data, tokenRef: 'other' }, state));
    expect(fold(connection, [connected, revoked, ...back])).toMatchObject({ revokedAt: null, lastRevokedAt: at, tokenRef: 'other' });
  });

  it('takes a refreshed token only in the place of the one it was made from', () => {
    expect(given(connection, connected).when((state) => replaceTokens(refresh, state))).toMatchObject([
      { type: 'TokenRefreshed', data: { tokenRef: 'next' } },
    ]);
    expect(given(connection, connected).twice((state) => replaceTokens(refresh, state))).toEqual([]);
    expect(given(connection, connected, revoked).when((state) => replaceTokens(refresh, state))).toEqual([]);
  });

  it('asks for a new consent once, and only while the dead token is the one in use', () => {
    const dead = { tokenRef, reason: 'token_revoked', at } as const;
    expect(given(connection, connected).when((state) => requireReconnect(dead, state))).toHaveLength(1);
    expect(given(connection, connected).twice((state) => requireReconnect(dead, state))).toEqual([]);
    expect(given(connection, connected).when((state) => requireReconnect({ ...dead, tokenRef: 'older' }, state))).toEqual([]);
  });

  it('is revoked once; an absent one cannot be', () => {
    expect(given(connection, connected).when((state) => decideRevocation({ at }, state))).toEqual([revoked]);
    expect(given(connection, connected).twice((state) => decideRevocation({ at }, state))).toEqual([]);
    expect(() => given(connection).when((state) => decideRevocation({ at }, state))).toThrow('Account not found');
  });

  it('learns what the platform allows it where that matters, and that it no longer does', () => {
    const less = { limit: 30, windowSeconds: 60, binds: true, at };
    const learned = given(connection, connected).when((state) => learnLimit(less, state));
    expect(learned).toEqual([{ type: 'PlatformLimitLearned', data: { accountId, limit: 30, windowSeconds: 60, learnedAt: at } }]);
    expect(given(connection, connected).twice((state) => learnLimit(less, state))).toEqual([]);
    const plenty = { ...less, limit: 1_000, binds: false };
    expect(given(connection, connected).when((state) => learnLimit(plenty, state))).toEqual([]);
    expect(given(connection, connected, ...learned).when((state) => learnLimit(plenty, state))).toMatchObject([{ data: { limit: 1_000 } }]);
    expect(given(connection, connected, revoked).when((state) => learnLimit(less, state))).toEqual([]);
  });

  it('has the health that its facts show', () => {
    const states = connectionSamples.map((_, index) => fold(connection, connectionSamples.slice(0, index + 1)));
    expect(states.map((state) => (state.kind === 'absent' ? 'absent' : accountHealth(state)))).toEqual([
      'healthy',
      'healthy',
      'reconnect_required',
      'revoked',
      'healthy',
      'healthy',
    ]);
  });
});
