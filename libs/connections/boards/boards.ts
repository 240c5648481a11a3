import { Inject, Injectable } from '@nestjs/common';
import type { Origin } from '@pps/event-store';
import { PLATFORM, PlatformError, type BoardChange, type BoardDraft, type Platform, type PlatformBoard } from '@pps/platform';
import { ConnectionLog } from '../accounts/connection-log';
import { AccessTokens } from '../tokens/access-tokens';
import { Reconnection } from '../tokens/reconnection';
import { isBoardId } from './board-id';
import { boardNotFound, boardRejection } from './board-rejection';
import { VerdictStore } from './board-verdict.store';

const listWithinMs = 25_000;
const secretScope = 'boards:write_secret';

/** The boards of connected accounts. Methods throw `Rejected` as `AccessTokens` does, `scope_missing`, and what `boardRejection` names. */
export interface BoardSource {
  /** All of the account's boards, at most 100,000, within 25 s. */
  list(accountId: string): Promise<PlatformBoard[]>;
  create(accountId: string, draft: BoardDraft, origin: Origin): Promise<PlatformBoard>;
  update(accountId: string, boardId: string, change: BoardChange, origin: Origin): Promise<PlatformBoard>;
  delete(accountId: string, boardId: string, origin: Origin): Promise<void>;
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
    await this.requireScopeFor(accountId, draft);
    const board = await this.call(accountId, async (token) => (await this.platform.createBoard(token, draft)).value);
    await this.remember(accountId, [board]);
    return board;
  }

  async update(accountId: string, boardId: string, change: BoardChange): Promise<PlatformBoard> {
    await this.requireScopeFor(accountId, change);
    return this.call(accountId, async (token) => (await this.platform.updateBoard(token, boardId, change)).value, boardId);
  }

  async delete(accountId: string, boardId: string): Promise<void> {
    await this.call(accountId, (token) => this.platform.deleteBoard(token, boardId), boardId);
  }

  private async requireScopeFor(accountId: string, { privacy }: BoardChange): Promise<void> {
    if (privacy !== 'SECRET') return;
    const { scopes } = await this.tokens.get(accountId);
    if (!scopes.includes(secretScope)) throw this.reconnection.needed('scope_missing', accountId, { missing_scopes: [secretScope] });
  }

  private async call<T>(accountId: string, call: (accessToken: string) => Promise<T>, boardId?: string): Promise<T> {
    if (boardId !== undefined && !isBoardId(boardId)) throw boardNotFound(boardId);
    try {
      return await this.tokens.use(accountId, call);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      throw error.kind === 'scope_missing' ? this.reconnection.needed('scope_missing', accountId) : boardRejection(error, boardId);
    }
  }

  private async remember(accountId: string, boards: readonly PlatformBoard[]): Promise<void> {
    const connection = await this.log.find(accountId);
    if (connection) await this.seen.remember(connection, boards);
  }
}
