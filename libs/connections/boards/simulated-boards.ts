import type { Origin } from '@pps/event-store';
import type { Creation } from '@pps/idempotency';
import { NotFound } from '@pps/kernel';
import { simulatedId, type BoardChange, type BoardDraft, type PlatformBoard } from '@pps/platform';
import { AccountProfiles } from '../accounts/account-profiles';
import { ConnectionRepository } from '../accounts/connection-repository';
import type { Connection } from '../accounts/connection.state';
import type { BoardSource } from './board-source';
import { boardNotFound } from './board-rejection';
import { Reconnection } from '../tokens/reconnection';
import { SandboxBoardRepository } from '../sandbox/sandbox-board-repository';
import {
  createBoard,
  deleteBoard,
  updateBoard,
  type BoardEdit,
  type SandboxBoard,
  type SandboxBoards,
} from '../sandbox/sandbox-boards.decider';

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

  /** The board in the form that the platform gives its own. */
  async toPlatformBoard({ boardId, name, description, privacy }: SandboxBoard, { profileRef }: Connection): Promise<PlatformBoard> {
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
