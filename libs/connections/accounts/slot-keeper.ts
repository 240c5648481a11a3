import { Injectable } from '@nestjs/common';
import { CommandRunner, type Origin } from '@pps/event-store';
import { Rejected } from '@pps/kernel';
import { freeSlot, takeSlot } from './account-slots.decider';
import { accountSlotsStream } from './account-slots.stream';
import { ConnectionLog } from './connection-log';

export interface SlotRequest {
  readonly projectId: string;
  readonly epoch: number;
  readonly accountId: string;
  readonly limit: number;
}

const connectingTakesAtMostMs = 120_000;

/** Keeps the number of a project's accounts under its plan's limit. */
@Injectable()
export class SlotKeeper {
  constructor(
    private readonly runner: CommandRunner,
    private readonly log: ConnectionLog,
  ) {}

  /** Silent for an account that has a slot. Throws `Rejected` `plan_limit`. */
  async take(request: SlotRequest, origin: Origin): Promise<void> {
    try {
      await this.takeFree(request, origin);
    } catch (error) {
      if (!(error instanceof Rejected) || (await this.reclaim(request, origin)) === 0) throw error;
      await this.takeFree(request, origin);
    }
  }

  async free(projectId: string, accountId: string, origin: Origin): Promise<void> {
    const at = origin.occurredAt;
    await this.runner.run(accountSlotsStream, projectId, origin, (state) => freeSlot({ accountId, at }, state));
  }

  /** Which of the epoch's accounts it is, from 1 in the order of their first places; 0 for one that never had a place. */
  async placeOf(projectId: string, epoch: number, accountId: string): Promise<number> {
    const { state } = await this.runner.load(accountSlotsStream, projectId);
    return state.known.filter((account) => account.epoch === epoch).findIndex((account) => account.accountId === accountId) + 1;
  }

  private async takeFree({ projectId, epoch, accountId, limit }: SlotRequest, origin: Origin): Promise<void> {
    const slot = { epoch, accountId, limit, takenAt: origin.occurredAt };
    await this.runner.run(accountSlotsStream, projectId, origin, (state) => takeSlot(slot, state));
  }

  /** Frees what a process left behind that ended half way through connecting or revoking. */
  private async reclaim({ projectId }: SlotRequest, origin: Origin): Promise<number> {
    const { state } = await this.runner.load(accountSlotsStream, projectId);
    const settledBefore = new Date(this.log.now().getTime() - connectingTakesAtMostMs).toISOString();
    let freed = 0;
    for (const { accountId, takenAt } of state.taken) {
      const connection = await this.log.find(accountId);
      const lost = connection ? connection.revokedAt !== null && connection.revokedAt < settledBefore : true;
      if (!lost || takenAt >= settledBefore) continue;
      await this.free(projectId, accountId, origin);
      freed++;
    }
    return freed;
  }
}
