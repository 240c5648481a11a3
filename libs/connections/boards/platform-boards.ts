import type { Creation } from '@pps/idempotency';
import { NotFound } from '@pps/kernel';
import { PlatformError, type BoardChange, type BoardDraft, type Platform, type PlatformBoard } from '@pps/platform';
import { ConnectionRepository } from '../accounts/connection-repository';
import { AccessTokens } from '../tokens/access-tokens';
import { Reconnection } from '../tokens/reconnection';
import { isBoardId } from './verdict';
import { type BoardSource, boardNotFound, boardRejection } from './board-source';
import { BoardVerdictStore } from './board-verdict.store';
import { PlatformReads } from './platform-reads';

const listTimeoutMs = 25_000;
const boardsOnPage = 250;
const secretScope = 'boards:write_secret';

export interface PlatformBoardsDeps {
  readonly connections: ConnectionRepository;
  readonly tokens: AccessTokens;
  readonly verdicts: BoardVerdictStore;
  readonly reconnection: Reconnection;
  readonly platform: Platform;
  readonly reads: PlatformReads;
}

/** The boards of accounts at the platform. */
export class PlatformBoards implements BoardSource {
  constructor(private readonly deps: PlatformBoardsDeps) {}

  async list(accountId: string): Promise<PlatformBoard[]> {
    const signal = AbortSignal.timeout(listTimeoutMs);
    const connection = await this.deps.connections.find(accountId);
    if (!connection) throw new NotFound('Account');
    const boards = await this.call(accountId, async (token) => {
      const all: PlatformBoard[] = [];
      await this.deps.reads.take(connection);
      for await (const board of this.deps.platform.allBoards(token, { signal })) {
        all.push(board);
        // Each page is one read.
        if (all.length % boardsOnPage === 0) await this.deps.reads.take(connection);
      }
      return all;
    });
    await this.markSeen(accountId, boards);
    return boards;
  }

  async create(accountId: string, draft: BoardDraft, { mayExist }: Pick<Creation, 'mayExist'>): Promise<PlatformBoard> {
    await this.requireScopeFor(accountId, draft);
    const made = mayExist && (await this.list(accountId)).find((board) => shows(board, draft));
    if (made) return made;
    const board = await this.call(accountId, async (token) => (await this.deps.platform.createBoard(token, draft)).value);
    await this.markSeen(accountId, [board]);
    return board;
  }

  async update(accountId: string, boardId: string, change: BoardChange): Promise<PlatformBoard> {
    await this.requireScopeFor(accountId, change);
    return this.call(accountId, async (token) => (await this.deps.platform.updateBoard(token, boardId, change)).value, boardId);
  }

  async delete(accountId: string, boardId: string): Promise<void> {
    await this.call(accountId, (token) => this.deps.platform.deleteBoard(token, boardId), boardId);
  }

  private async requireScopeFor(accountId: string, { privacy }: BoardChange): Promise<void> {
    if (privacy !== 'SECRET') return;
    const { scopes } = await this.deps.tokens.get(accountId);
    if (!scopes.includes(secretScope))
      throw this.deps.reconnection.rejection('scope_missing', accountId, { missing_scopes: [secretScope] });
  }

  private async call<T>(accountId: string, call: (accessToken: string) => Promise<T>, boardId?: string): Promise<T> {
    if (boardId !== undefined && !isBoardId(boardId)) throw boardNotFound(boardId);
    try {
      return await this.deps.tokens.use(accountId, call);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      throw error.kind === 'scope_missing' ? this.deps.reconnection.rejection('scope_missing', accountId) : boardRejection(error, boardId);
    }
  }

  private async markSeen(accountId: string, boards: readonly PlatformBoard[]): Promise<void> {
    const connection = await this.deps.connections.find(accountId);
    if (connection) await this.deps.verdicts.markSeen(connection, boards);
  }
}

/** Whether a board is what was asked for; an account has one of a name. */
const shows = (board: PlatformBoard, { name, description, privacy = 'PUBLIC' }: BoardDraft): boolean =>
  board.name === name && (board.description ?? '') === (description ?? '') && board.privacy === privacy;
