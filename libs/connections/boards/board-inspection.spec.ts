import { fold, Rejected } from '@pps/kernel';
import { PlatformError, type Platform, type PlatformBoard, type PlatformErrorKind } from '@pps/platform';
import { connection, type Connection } from '../accounts/connection.stream';
import type { AccountProfiles } from '../accounts/account-profiles';
import { requestedScopes } from '../accounts/missing-scopes';
import { connectionSamples } from '../testing';
import type { AccessTokens } from '../tokens/access-tokens';
import { BoardInspection } from './board-inspection';
import type { PlatformReads } from './platform-reads';

const account = fold(connection, connectionSamples.slice(0, 1)) as Connection;
const sea: PlatformBoard = { id: '7', name: 'Sea', description: null, privacy: 'PUBLIC', pinCount: 0, ownerUsername: 'ada' };
const profiles = { get: async () => ({ username: 'ada', display_name: null }) } as unknown as AccountProfiles;
const tokens = { use: (_: string, call: (token: string) => unknown) => call('token') } as unknown as AccessTokens;
const reads = { take: () => Promise.resolve() } as unknown as PlatformReads;

function inspect(getBoard: () => Promise<PlatformBoard>, change: Partial<Connection> = {}, through = tokens, knownAs = 'ada') {
  const platform = {
    getBoard: async () => ({ value: await getBoard() }),
    user: async () => ({ value: { username: knownAs } }),
  } as unknown as Platform;
  return new BoardInspection(through, profiles, platform, reads).inspect({ ...account, ...change }, '7');
}

const failing = (kind: PlatformErrorKind, more: { status?: number; retryAfterSeconds?: number } = {}) =>
  inspect(() => Promise.reject(new PlatformError({ kind, outcome: 'refused', operation: 'boards.get', reason: 'no', ...more })));

describe('what the platform says about a board', () => {
  it('is that it can be used when it is the account’s own, under an older name of its user too', async () => {
    expect(await inspect(async () => sea)).toEqual({ kind: 'usable', board: sea });
    const renamed = { ...sea, ownerUsername: 'ada.new' };
    expect(await inspect(async () => renamed, {}, tokens, 'ada.new')).toEqual({ kind: 'usable', board: renamed });
    expect(await inspect(async () => renamed)).toMatchObject({ kind: 'refused', code: 'board_not_owned' });
  });

  it('is that a secret one needs the scopes for secret boards', async () => {
    const secret = { ...sea, privacy: 'SECRET' } as const;
    expect(await inspect(async () => secret)).toEqual({ kind: 'refused', code: 'scope_missing', board: secret });
    expect(await inspect(async () => secret, { scopes: requestedScopes })).toEqual({ kind: 'usable', board: secret });
  });

  it.each([
    ['board_not_found', 404, 'board_not_found'],
    ['unclassified', 404, 'board_not_found'],
    ['board_access_denied', 401, 'board_access_denied'],
    ['unclassified', 403, 'board_access_denied'],
    ['trial_access', 403, 'board_access_denied'],
    ['scope_missing', 401, 'scope_missing'],
  ] as const)('%s (%s) refuses with %s', async (kind, status, code) => {
    expect(await failing(kind, { status })).toEqual({ kind: 'refused', code });
  });

  it.each([
    ['rate_limited', 'platform_rate_limited'],
    ['upstream', 'platform_unavailable'],
    ['timeout', 'platform_unavailable'],
    ['network', 'platform_unavailable'],
    ['malformed_answer', 'platform_unavailable'],
    ['not_available', 'platform_unavailable'],
    ['conflict', 'platform_unavailable'],
    ['blocked', 'platform_rate_limited'],
  ] as const)('nothing after %s', async (kind, code) => {
    expect(await failing(kind, { retryAfterSeconds: 7 })).toEqual({ kind: 'unknown', code, retryAfterSeconds: 7 });
  });

  it.each([
    ['blocked', 'platform_rate_limited'],
    ['upstream', 'platform_unavailable'],
  ] as const)('nothing after %s, with a 403 too', async (kind, code) => {
    expect(await failing(kind, { status: 403 })).toMatchObject({ kind: 'unknown', code });
  });

  it.each(['account_revoked', 'token_expired', 'token_revoked'] as const)('is not asked for when the account says %s', async (code) => {
    const dead = { use: () => Promise.reject(new Rejected(code, 'dead')) } as unknown as AccessTokens;
    expect(await inspect(async () => sea, {}, dead)).toEqual({ kind: 'refused', code });
  });
});
