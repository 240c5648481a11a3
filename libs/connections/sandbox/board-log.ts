import { Injectable } from '@nestjs/common';
import { CommandRunner, LiveStates, type Origin } from '@pps/event-store';
import { Rejected } from '@pps/kernel';
import { ConnectionLog } from '../accounts/connection-log';
import type { Connection } from '../accounts/connection.state';
import { clearBoards, type SandboxBoards } from './sandbox-boards.decider';
import type { SandboxBoardFact } from './sandbox-boards.events';
import { sandboxBoardsStream, sandboxBoardsStreamId } from './sandbox-boards.stream';

export type SandboxEpoch = Pick<Connection, 'projectId' | 'epoch'>;

const connectingTakesAtMostMs = 120_000;

/** Reads and continues the boards of one epoch of a sandbox. */
@Injectable()
export class BoardLog {
  constructor(
    private readonly runner: CommandRunner,
    private readonly live: LiveStates,
    private readonly connections: ConnectionLog,
  ) {}

  async find(sandbox: SandboxEpoch, head?: bigint): Promise<SandboxBoards> {
    return (await this.live.get(sandboxBoardsStream, sandboxBoardsStreamId(sandbox), head)).state;
  }

  async append(
    sandbox: SandboxEpoch,
    origin: Origin,
    decide: (state: SandboxBoards) => readonly SandboxBoardFact[],
  ): Promise<SandboxBoards> {
    return (await this.runner.run(sandboxBoardsStream, sandboxBoardsStreamId(sandbox), origin, decide)).state;
  }

  /** As `append`; when there is no room, boards of accounts that are not connected make some. */
  async add(sandbox: SandboxEpoch, origin: Origin, decide: (state: SandboxBoards) => readonly SandboxBoardFact[]): Promise<SandboxBoards> {
    try {
      return await this.append(sandbox, origin, decide);
    } catch (error) {
      if (!(error instanceof Rejected) || error.code !== 'sandbox_board_limit') throw error;
      const gone = await this.accountsGone(sandbox);
      if (gone.length === 0) throw error;
      await this.append(sandbox, origin, (state) => clearBoards(gone, origin.occurredAt, state));
      return this.append(sandbox, origin, decide);
    }
  }

  private async accountsGone(sandbox: SandboxEpoch): Promise<string[]> {
    const { boards } = await this.find(sandbox);
    const settledBefore = new Date(this.connections.now().getTime() - connectingTakesAtMostMs).toISOString();
    const gone: string[] = [];
    for (const { accountId, createdAt } of boards) {
      const connection = await this.connections.find(accountId);
      if (connection ? connection.revokedAt !== null : createdAt < settledBefore) gone.push(accountId);
    }
    return gone;
  }
}
