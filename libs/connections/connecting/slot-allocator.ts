import { Streams, type Origin } from '@pps/event-store';
import { entriesIn, Rejected, valueIn } from '@pps/kernel';
import { upgradeUrl, type Configuration } from '@pps/runtime';
import { freeSlot, requireFreeSlot, takeSlot, accountSlotsStream } from '../accounts/account-slots.stream';
import { ConnectionRepository } from '../accounts/connection-repository';

export interface SlotRequest {
  readonly projectId: string;
  readonly epoch: number;
  readonly accountId: string;
  readonly limit: number;
}

const maxConnectingMs = 120_000;

/** Gives the accounts of a project slots, as many as its plan allows. */
export class SlotAllocator {
  constructor(
    private readonly streams: Streams,
    private readonly connections: ConnectionRepository,
    private readonly configuration: Pick<Configuration, 'APP_URL'>,
  ) {}

  /** Silent for an account that has a slot. Throws `Rejected('plan_limit')`. */
  async take(request: SlotRequest, origin: Origin): Promise<void> {
    await this.freeingAbandoned(request, origin, () => this.takeUnderLimit(request, origin));
  }

  /** Throws `Rejected('plan_limit')` where no further account of the epoch could get a slot now; takes none. */
  async requireFree(request: Omit<SlotRequest, 'accountId'>, origin: Origin): Promise<void> {
    await this.freeingAbandoned(request, origin, async () =>
      requireFreeSlot(request, (await this.streams.load(accountSlotsStream, request.projectId)).state),
    );
  }

  /** Runs the work again when it met the limit and abandoned slots could be freed. */
  private async freeingAbandoned(request: Pick<SlotRequest, 'projectId'>, origin: Origin, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      if ((await this.freeAbandoned(request, origin)) === 0) throw this.withUpgradeUrl(error);
      await work().catch((again: unknown) => {
        throw this.withUpgradeUrl(again);
      });
    }
  }

  private withUpgradeUrl(error: unknown): unknown {
    if (!(error instanceof Rejected)) return error;
    return new Rejected(error.code, error.message, { ...error.context, upgrade_url: upgradeUrl(this.configuration) }, error.answer);
  }

  /** Silent for an account without a slot. */
  async free(projectId: string, accountId: string, origin: Origin): Promise<void> {
    const at = origin.occurredAt;
    await this.streams.decide(accountSlotsStream, projectId, origin, (state) => freeSlot({ accountId, at }, state));
  }

  /** The account's number among the epoch's accounts, from 1 in the order in which they first got a slot; 0 for an account that never had one. */
  async findOrdinal(projectId: string, epoch: number, accountId: string): Promise<number> {
    const { state } = await this.streams.load(accountSlotsStream, projectId);
    const account = valueIn(state.accounts, accountId);
    return account?.epoch === epoch ? account.ordinal : 0;
  }

  private async takeUnderLimit({ projectId, epoch, accountId, limit }: SlotRequest, origin: Origin): Promise<void> {
    const known = await this.connections.find(accountId);
    const slot = { epoch, accountId, limit, takenAt: origin.occurredAt, isLeft: !known || known.revokedAt !== null };
    await this.streams.decide(accountSlotsStream, projectId, origin, (state) => takeSlot(slot, state));
  }

  /** Frees slots that were left behind by a process that died while it connected or revoked an account. Gives how many. */
  private async freeAbandoned({ projectId }: Pick<SlotRequest, 'projectId'>, origin: Origin): Promise<number> {
    const { state } = await this.streams.load(accountSlotsStream, projectId);
    const abandonedBefore = new Date(this.connections.now().getTime() - maxConnectingMs).toISOString();
    let freed = 0;
    for (const [accountId, { taken }] of entriesIn(state.accounts)) {
      if (!taken || taken.takenAt >= abandonedBefore) continue;
      const connection = await this.connections.find(accountId);
      const lost = connection ? connection.revokedAt !== null && connection.revokedAt < abandonedBefore : true;
      if (!lost) continue;
      const { facts } = await this.streams.decide(accountSlotsStream, projectId, origin, (present) =>
        valueIn(present.accounts, accountId)?.taken?.takenAt === taken.takenAt
          ? freeSlot({ accountId, at: origin.occurredAt }, present)
          : [],
      );
      freed += facts.length;
    }
    return freed;
  }
}
