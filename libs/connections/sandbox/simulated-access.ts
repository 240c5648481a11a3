import { Injectable } from '@nestjs/common';
import type { Connection } from '../accounts/connection.state';
import type { Finding } from '../boards/board-inspection';
import { accountCode, verdictOf } from '../boards/judge-board';
import type { Verdict } from '../boards/verdict';
import { BoardLog } from './board-log';
import { SimulatedBoards } from './simulated-boards';

/** Whether a simulated account may publish on a board, as of the moment of asking: there is nothing to cache. */
@Injectable()
export class SimulatedAccess {
  constructor(
    private readonly log: BoardLog,
    private readonly boards: SimulatedBoards,
  ) {}

  async check(connection: Connection, boardId: string, at: Date, head?: bigint): Promise<Verdict> {
    const occasion = { accountId: connection.accountId, boardId, checkedAt: at.toISOString(), source: 'local' as const };
    return verdictOf(await this.find(connection, boardId, head), occasion);
  }

  private async find(connection: Connection, boardId: string, head?: bigint): Promise<Finding> {
    const code = accountCode(connection);
    if (code !== null) return { kind: 'refused', code };
    const { boards, deletedIds } = await this.log.find(connection, head);
    const known = boards.find((board) => board.boardId === boardId);
    if (!known) return { kind: 'refused', code: deletedIds.includes(boardId) ? 'board_deleted' : 'sandbox_board_not_allowed' };
    if (known.accountId !== connection.accountId) return { kind: 'refused', code: 'board_not_owned' };
    return { kind: 'usable', board: await this.boards.shown(known, connection) };
  }
}
