import { Inject, Injectable } from '@nestjs/common';
import { NotFound } from '@pps/kernel';
import { PLATFORM, PlatformError, type BoardDraft, type Platform, type PlatformBoard } from '@pps/platform';
import { ConnectionLog } from '../accounts/connection-log';
import { AccessTokens } from '../tokens/access-tokens';
import { platformRejection } from '../tokens/platform-rejection';
import { Reconnection } from '../tokens/reconnection';
import { VerdictStore } from './verdict-store';

const listWithinMs = 25_000;

/** The boards of a project's accounts; where a simulated project would answer by itself. */
export interface BoardSource {
  /** All of the account's boards, at most 100,000, within 25 s. Throws `Rejected` as `AccessTokens` does, and `scope_missing`. */
  list(accountId: string): Promise<PlatformBoard[]>;
  create(accountId: string, draft: BoardDraft): Promise<PlatformBoard>;
}

/** Injection token of the `BoardSource`. */
export const BOARD_SOURCE = Symbol('BoardSource');

@Injectable()
export class PlatformBoards implements BoardSource {
  constructor(
    private readonly log: ConnectionLog,
    private readonly tokens: AccessTokens,
    private readonly seen: VerdictStore,
    private readonly reconnection: Reconnection,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async list(accountId: string): Promise<PlatformBoard[]> {
    const signal = AbortSignal.timeout(listWithinMs);
    const boards = await this.call(accountId, async (token) => {
      const all: PlatformBoard[] = [];
      for await (const board of this.platform.allBoards(token, { signal })) all.push(board);
      return all;
    });
    await this.remember(accountId, boards);
    return boards;
  }

  async create(accountId: string, draft: BoardDraft): Promise<PlatformBoard> {
    const board = await this.call(accountId, async (token) => (await this.platform.createBoard(token, draft)).value);
    await this.remember(accountId, [board]);
    return board;
  }

  private async call<T>(accountId: string, call: (accessToken: string) => Promise<T>): Promise<T> {
    try {
      return await this.tokens.use(accountId, call);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      throw error.kind === 'scope_missing' ? this.reconnection.needed('scope_missing', accountId) : platformRejection(error);
    }
  }

  private async remember(accountId: string, boards: readonly PlatformBoard[]): Promise<void> {
    const connection = await this.log.find(accountId);
    if (!connection) throw new NotFound('Account');
    await this.seen.remember(connection, boards);
  }
}
