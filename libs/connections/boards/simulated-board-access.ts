import type { Connection } from '../accounts/connection.state';
import { accountCode, verdictOf } from './local-verdict';
import type { Finding, Verdict } from './verdict';
import { SandboxBoardRepository } from '../sandbox/sandbox-board-repository';
import { SimulatedBoards } from './simulated-boards';

/** Whether a simulated account may publish on a board, as of the call; it is read from our own log, so nothing is cached. */
export class SimulatedBoardAccess {
  constructor(
    private readonly sandboxBoards: SandboxBoardRepository,
    private readonly boards: SimulatedBoards,
  ) {}

  async check(connection: Connection, boardId: string, at: Date, head?: bigint): Promise<Verdict> {
    const occasion = { accountId: connection.accountId, boardId, checkedAt: at.toISOString(), source: 'local' as const };
    return verdictOf(await this.inspect(connection, boardId, head), occasion);
  }

  private async inspect(connection: Connection, boardId: string, head?: bigint): Promise<Finding> {
    const code = accountCode(connection);
    if (code !== null) return { kind: 'refused', code };
    const { boards, deletedIds } = await this.sandboxBoards.find(connection, head);
    const known = boards.find((board) => board.boardId === boardId);
    if (!known) return { kind: 'refused', code: deletedIds.includes(boardId) ? 'board_deleted' : 'sandbox_board_not_allowed' };
    if (known.accountId !== connection.accountId) return { kind: 'refused', code: 'board_not_owned' };
    return { kind: 'usable', board: await this.boards.toPlatformBoard(known, connection) };
  }
}
