import { fold } from '@pps/kernel';
import { connection, type Connection } from '../accounts/connection.stream';
import { connectionSamples } from '../testing';
import { localVerdict } from './verdict';

const healthy = fold(connection, connectionSamples.slice(0, 1)) as Connection;
const verdict = (change: Partial<Connection>, boardId = '549755885175') => localVerdict({ ...healthy, ...change }, boardId, new Date(0));

describe('what is known without the platform', () => {
  it('says nothing against a working connection', () => {
    expect(verdict({})).toBeNull();
  });

  it.each([
    ['account_revoked', { revokedAt: '2026-01-06T09:00:00.000Z', reconnectReason: 'token_expired' as const }],
    ['token_expired', { reconnectReason: 'token_expired' as const }],
    ['token_revoked', { reconnectReason: 'token_revoked' as const }],
    ['scope_missing', { scopes: ['user_accounts:read', 'boards:read', 'pins:read', 'pins:write'] }],
  ])('finds %s', (code, change) => {
    expect(verdict(change)).toMatchObject({ status: 'failed', code, source: 'local', checkedAt: '1970-01-01T00:00:00.000Z' });
  });

  it('knows that the platform numbers its boards', () => {
    expect(verdict({}, 'holidays')).toMatchObject({ status: 'failed', code: 'board_not_found' });
  });
});
