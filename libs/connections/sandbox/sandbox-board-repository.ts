import { Streams, LiveStates, type Origin } from '@pps/event-store';
import { Rejected } from '@pps/kernel';
import { ConnectionRepository } from '../accounts/connection-repository';
import type { Connection } from '../accounts/connection.stream';
import {
  deleteBoardsOf,
  type SandboxBoards,
  type SandboxBoardFact,
  sandboxBoardsStream,
  sandboxBoardsStreamId,
} from './sandbox-boards.stream';

export type SandboxEpoch = Pick<Connection, 'projectId' | 'epoch'>;

const maxConnectingMs = 120_000;

/** Loads the boards of a sandbox epoch and appends to their stream. */
export class SandboxBoardRepository {
  constructor(
    private readonly streams: Streams,
    private readonly live: LiveStates,
    private readonly connections: ConnectionRepository,
  ) {}

  async find(sandbox: SandboxEpoch, head?: bigint): Promise<SandboxBoards> {
    return (await this.live.get(sandboxBoardsStream, sandboxBoardsStreamId(sandbox), head)).state;
  }

  async append(
    sandbox: SandboxEpoch,
    origin: Origin,
    decide: (state: SandboxBoards) => readonly SandboxBoardFact[],
  ): Promise<SandboxBoards> {
    return (await this.streams.decide(sandboxBoardsStream, sandboxBoardsStreamId(sandbox), origin, decide)).state;
  }

  /** As `append`; when the sandbox is full, boards of accounts that are no longer connected are deleted first. Throws `Rejected('sandbox_board_limit')`. */
  async appendMakingRoom(
    sandbox: SandboxEpoch,
    origin: Origin,
    decide: (state: SandboxBoards) => readonly SandboxBoardFact[],
  ): Promise<SandboxBoards> {
    try {
      return await this.append(sandbox, origin, decide);
    } catch (error) {
      if (!(error instanceof Rejected) || error.code !== 'sandbox_board_limit') throw error;
      const gone = await this.findDisconnectedAccounts(sandbox);
      if (gone.length === 0) throw error;
      await this.append(sandbox, origin, (state) => deleteBoardsOf(gone, origin.occurredAt, state));
      return this.append(sandbox, origin, decide);
    }
  }

  private async findDisconnectedAccounts(sandbox: SandboxEpoch): Promise<string[]> {
    const { boards } = await this.find(sandbox);
    const abandonedBefore = new Date(this.connections.now().getTime() - maxConnectingMs).toISOString();
    const gone: string[] = [];
    for (const { accountId, createdAt } of boards) {
      const connection = await this.connections.find(accountId);
      if (connection ? connection.revokedAt !== null : createdAt < abandonedBefore) gone.push(accountId);
    }
    return gone;
  }
}
