import { Streams, type Origin } from '@pps/event-store';
import type { Creation } from '@pps/idempotency';
import { NotFound } from '@pps/kernel';
import type { BoardChange, BoardDraft, PlatformBoard } from '@pps/platform';
import { ConnectionRepository } from '../accounts/connection-repository';
import { recordBoardChange, type BoardAtPlatform, type PlatformBoardChange, boardStream, boardStreamId } from './board.stream';
import { SimulatedBoards } from './simulated-boards';
import type { BoardSource } from './board-source';
import { PlatformBoards } from './platform-boards';

/** Chooses the source by account: simulated boards for simulated accounts, the platform for all others, whose changes are recorded here. */
export class RoutedBoards implements BoardSource {
  constructor(
    private readonly connections: ConnectionRepository,
    private readonly platform: PlatformBoards,
    private readonly simulated: SimulatedBoards,
    private readonly streams: Streams,
  ) {}

  async list(accountId: string): Promise<PlatformBoard[]> {
    return (await this.isSimulated(accountId)) ? this.simulated.list(accountId) : this.platform.list(accountId);
  }

  async create(accountId: string, draft: BoardDraft, creation: Creation, origin: Origin): Promise<PlatformBoard> {
    if (await this.isSimulated(accountId)) return this.simulated.create(accountId, draft, creation, origin);
    const board = await this.platform.create(accountId, draft, creation);
    await this.record({ accountId, boardId: board.id }, { kind: 'created', board }, origin);
    return board;
  }

  async update(accountId: string, boardId: string, change: BoardChange, origin: Origin): Promise<PlatformBoard> {
    if (await this.isSimulated(accountId)) return this.simulated.update(accountId, boardId, change, origin);
    const board = await this.platform.update(accountId, boardId, change);
    await this.record({ accountId, boardId }, { kind: 'updated', change, board }, origin);
    return board;
  }

  async delete(accountId: string, boardId: string, origin: Origin): Promise<void> {
    if (await this.isSimulated(accountId)) return this.simulated.delete(accountId, boardId, origin);
    await this.platform.delete(accountId, boardId);
    await this.record({ accountId, boardId }, { kind: 'deleted' }, origin);
  }

  /** After the platform has confirmed it, and as of then: a process that dies in between leaves a change that only the platform knows of. */
  private async record(of: BoardAtPlatform, change: PlatformBoardChange, origin: Origin): Promise<void> {
    const id = boardStreamId(of.accountId, of.boardId);
    const confirmed = { ...origin, occurredAt: this.connections.now().toISOString() };
    await this.streams.decide(boardStream, id, confirmed, (state) => recordBoardChange(of, change, confirmed.occurredAt, state));
  }

  private async isSimulated(accountId: string): Promise<boolean> {
    const connection = await this.connections.find(accountId);
    if (!connection) throw new NotFound('Account');
    return connection.simulated === true;
  }
}
