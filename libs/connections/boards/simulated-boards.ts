import type { Origin } from '@pps/event-store';
import type { Creation } from '@pps/idempotency';
import { NotFound } from '@pps/kernel';
import { simulatedId, type BoardChange, type BoardDraft, type PlatformBoard } from '@pps/platform';
import { AccountProfiles } from '../accounts/account-profiles';
import { ConnectionRepository } from '../accounts/connection-repository';
import type { Connection } from '../accounts/connection.stream';
import { type BoardSource, boardNotFound } from './board-source';
import { Reconnection } from '../tokens/reconnection';
import { SandboxBoardRepository } from '../sandbox/sandbox-board-repository';
import {
  createBoard,
  deleteBoard,
  updateBoard,
  type BoardEdit,
  type SandboxBoard,
  type SandboxBoards,
} from '../sandbox/sandbox-boards.stream';
import { accountCode, verdictOf, type BoardFinding, type Verdict } from './verdict';

/** The boards of simulated accounts; the platform is never called. */
export class SimulatedBoards implements BoardSource {
  constructor(
    private readonly connections: ConnectionRepository,
    private readonly sandboxBoards: SandboxBoardRepository,
    private readonly profiles: AccountProfiles,
    private readonly reconnection: Reconnection,
  ) {}

  async list(accountId: string): Promise<PlatformBoard[]> {
    const connection = await this.requireConnected(accountId);
    const { boards } = await this.sandboxBoards.find(connection);
    const own = boards.filter((board) => board.accountId === accountId);
    return Promise.all(own.map((board) => this.toPlatformBoard(board, connection)));
  }

  async create(accountId: string, draft: BoardDraft, { id }: Pick<Creation, 'id'>, origin: Origin): Promise<PlatformBoard> {
    const connection = await this.requireConnected(accountId);
    const { name, description = null, privacy = 'PUBLIC' } = draft;
    const board = { boardId: simulatedId(id), accountId, name, description, privacy, createdAt: origin.occurredAt };
    return this.requireBoard(
      await this.sandboxBoards.appendMakingRoom(connection, origin, (state) => createBoard(board, state)),
      board.boardId,
      connection,
    );
  }

  async update(accountId: string, boardId: string, change: BoardChange, origin: Origin): Promise<PlatformBoard> {
    const connection = await this.requireConnected(accountId);
    const edit = editOf(change);
    const decide = (state: SandboxBoards) => updateBoard({ boardId, accountId }, edit, origin.occurredAt, state);
    return this.requireBoard(await this.sandboxBoards.append(connection, origin, decide), boardId, connection);
  }

  async delete(accountId: string, boardId: string, origin: Origin): Promise<void> {
    const connection = await this.requireConnected(accountId);
    await this.sandboxBoards.append(connection, origin, (state) => deleteBoard({ boardId, accountId }, origin.occurredAt, state));
  }

  /** Whether the account may publish on a board, as of the call; it is read from our own log, so nothing is cached. */
  async check(connection: Connection, boardId: string, at: Date, head?: bigint): Promise<Verdict> {
    const occasion = { accountId: connection.accountId, boardId, checkedAt: at.toISOString(), source: 'local' as const };
    return verdictOf(await this.inspect(connection, boardId, head), occasion);
  }

  private async inspect(connection: Connection, boardId: string, head?: bigint): Promise<BoardFinding> {
    const code = accountCode(connection);
    if (code !== null) return { kind: 'refused', code };
    const { boards, deletedIds } = await this.sandboxBoards.find(connection, head);
    const known = boards.find((board) => board.boardId === boardId);
    if (!known) return { kind: 'refused', code: deletedIds.includes(boardId) ? 'board_deleted' : 'sandbox_board_not_allowed' };
    if (known.accountId !== connection.accountId) return { kind: 'refused', code: 'board_not_owned' };
    return { kind: 'usable', board: await this.toPlatformBoard(known, connection) };
  }

  /** The board in the form that the platform gives its own. */
  private async toPlatformBoard({ boardId, name, description, privacy }: SandboxBoard, { profileRef }: Connection): Promise<PlatformBoard> {
    const owner = (await this.profiles.get(profileRef))?.username ?? null;
    return { id: boardId, name, description, privacy, pinCount: null, ownerUsername: owner };
  }

  private async requireBoard({ boards }: SandboxBoards, boardId: string, connection: Connection): Promise<PlatformBoard> {
    const board = boards.find((each) => each.boardId === boardId);
    if (!board) throw boardNotFound(boardId);
    return this.toPlatformBoard(board, connection);
  }

  private async requireConnected(accountId: string): Promise<Connection> {
    const connection = await this.connections.find(accountId);
    if (!connection) throw new NotFound('Account');
    if (connection.revokedAt !== null) throw this.reconnection.rejection('account_revoked', accountId);
    return connection;
  }
}

function editOf({ name, description, privacy }: BoardChange): BoardEdit {
  return { ...(name !== undefined && { name }), ...(description !== undefined && { description }), ...(privacy && { privacy }) };
}
