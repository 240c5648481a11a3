import { Injectable } from '@nestjs/common';
import type { Origin } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import type { BoardChange, BoardDraft, PlatformBoard } from '@pps/platform';
import { ConnectionLog } from '../accounts/connection-log';
import { SimulatedBoards } from '../sandbox/simulated-boards';
import { PlatformBoards, type BoardSource } from './boards';

/** Boards of simulated accounts from the simulation, all others from the platform. */
@Injectable()
export class RoutedBoards implements BoardSource {
  constructor(
    private readonly connections: ConnectionLog,
    private readonly platform: PlatformBoards,
    private readonly simulated: SimulatedBoards,
  ) {}

  async list(accountId: string): Promise<PlatformBoard[]> {
    return (await this.sourceOf(accountId)).list(accountId);
  }

  async create(accountId: string, draft: BoardDraft, origin: Origin): Promise<PlatformBoard> {
    return (await this.sourceOf(accountId)).create(accountId, draft, origin);
  }

  async update(accountId: string, boardId: string, change: BoardChange, origin: Origin): Promise<PlatformBoard> {
    return (await this.sourceOf(accountId)).update(accountId, boardId, change, origin);
  }

  async delete(accountId: string, boardId: string, origin: Origin): Promise<void> {
    return (await this.sourceOf(accountId)).delete(accountId, boardId, origin);
  }

  private async sourceOf(accountId: string): Promise<BoardSource> {
    const connection = await this.connections.find(accountId);
    if (!connection) throw new NotFound('Account');
    return connection.simulated ? this.simulated : this.platform;
  }
}
