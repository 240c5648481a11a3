import { Rejected } from '@pps/kernel';
import { PlatformError, type Platform, type PlatformBoard } from '@pps/platform';
import type { Connection } from '../accounts/connection.stream';
import { AccountProfiles } from '../accounts/account-profiles';
import { missingForSecretBoards } from '../accounts/missing-scopes';
import { AccessTokens } from '../tokens/access-tokens';
import { platformRejection } from '../tokens/reconnection';
import { PlatformReads } from './platform-reads';
import type { BoardFinding } from './verdict';

const callTimeoutMs = 8_000;

/** Asks the platform whether an account may publish on a board. */
export class BoardInspection {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly profiles: AccountProfiles,
    private readonly platform: Platform,
    private readonly reads: PlatformReads,
  ) {}

  async inspect(connection: Connection, boardId: string): Promise<BoardFinding> {
    try {
      return await this.tokens.use(connection.accountId, (accessToken) => this.readBoard(connection, boardId, accessToken));
    } catch (error) {
      if (error instanceof PlatformError) return findingOf(error);
      if (error instanceof Rejected) return findingOfRejection(error);
      throw error;
    }
  }

  private async readBoard(connection: Connection, boardId: string, accessToken: string): Promise<BoardFinding> {
    await this.reads.take(connection);
    const { value: board } = await this.platform.getBoard(accessToken, boardId, { timeoutMs: callTimeoutMs });
    if (!(await this.isOwn(connection, board, accessToken))) return { kind: 'refused', code: 'board_not_owned', board };
    const isSecret = board.privacy === 'SECRET';
    if (isSecret && missingForSecretBoards(connection.scopes).length > 0) return { kind: 'refused', code: 'scope_missing', board };
    return { kind: 'usable', board };
  }

  private async isOwn(connection: Connection, { ownerUsername }: PlatformBoard, accessToken: string): Promise<boolean> {
    if (ownerUsername === null) return true;
    const profile = await this.profiles.get(connection.profileRef);
    if (ownerUsername === profile?.username) return true;
    await this.reads.take(connection);
    // The user may have been renamed since the consent.
    const { value: user } = await this.platform.user(accessToken, { timeoutMs: callTimeoutMs });
    return ownerUsername === user.username;
  }
}

function findingOf(error: PlatformError): BoardFinding {
  switch (error.kind) {
    case 'board_not_found':
    case 'board_access_denied':
    case 'scope_missing':
      return { kind: 'refused', code: error.kind };
    case 'trial_access':
      return { kind: 'refused', code: 'board_access_denied' };
    default:
      return findingByStatus(error);
  }
}

function findingByStatus(error: PlatformError): BoardFinding {
  if (error.transient) return findingOfRejection(platformRejection(error));
  if (error.status === 404) return { kind: 'refused', code: 'board_not_found' };
  if (error.status === 403) return { kind: 'refused', code: 'board_access_denied' };
  return findingOfRejection(platformRejection(error));
}

function findingOfRejection({ code, context }: Rejected): BoardFinding {
  switch (code) {
    case 'account_revoked':
    case 'token_expired':
    case 'token_revoked':
      return { kind: 'refused', code };
    default: {
      const wait = context['retry_after_seconds'];
      const limited = code === 'platform_rate_limited';
      return {
        kind: 'unknown',
        code: limited ? 'platform_rate_limited' : 'platform_unavailable',
        retryAfterSeconds: typeof wait === 'number' ? wait : 5,
      };
    }
  }
}
