import { Injectable } from '@nestjs/common';
import type { Origin } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import type { BoardChange, BoardDraft, PlatformBoard } from '@pps/platform';
import { ConnectionRepository } from '../accounts/connection-repository';
import { SimulatedBoards } from './simulated-boards';
import type { BoardSource } from './board-source';
import { PlatformBoards } from './platform-boards';

/** Chooses the source by account: simulated boards for simulated accounts, the platform for all others. */
@Injectable()
export class RoutedBoards implements BoardSource {
  constructor(
    private readonly connections: ConnectionRepository,
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
