import { Injectable, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { quotaMonth, QuotaCounter } from '@pps/billing';
import { LiveStates } from '@pps/event-store';
import { refuseForeignAccount, type Principal } from '@pps/identity';
import { CLOCK, derivedId, newId, Rejected, type Clock } from '@pps/kernel';
import { AbandonPin, contentHash, fingerprintOf, QueuePin, type QueuedPin } from '@pps/pins';
import { pinStream, type Pin, type PinSource } from '@pps/pins/events';
import { ProjectAssets } from '../assets/project-assets';
import { originOf } from '../auth/origin';
import type { PinRequest } from './pin-request';
import { PublishChecks, type Quota } from './publish-checks';

export interface Unit {
  readonly month: string;
  readonly entryId: string;
}

/** A new pin's place: its id, and what it will be. */
export interface Place {
  readonly pinId: string;
  readonly request: PinRequest;
}

/** A request that was frozen for longer than the sweep waits, twice. */
const triesAtMost = 3;

/** Consumes quota and queues pins: a unit for which no pin comes to be is given back. */
@Injectable()
export class PinQueueing {
  constructor(
    private readonly live: LiveStates,
    private readonly checks: PublishChecks,
    private readonly quota: QuotaCounter,
    private readonly assets: ProjectAssets,
    private readonly commands: CommandBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The same key of the same project and epoch always has the same id; without a key the id is new. */
  pinIdOf({ projectId, epoch }: Principal, { idempotencyKey }: PinRequest): string {
    return idempotencyKey === null ? newId() : derivedId('pin', projectId, epoch, idempotencyKey);
  }

  /** The pin that a repeat means, or null for a new one. Throws `Rejected('idempotency_key_reused')`. */
  async repeatOf(principal: Principal, { pinId, request }: Place): Promise<Pin | null> {
    if (request.idempotencyKey === null) return null;
    const { state } = await this.live.get(pinStream, pinId, principal.asOf);
    if (state.kind === 'none' || state.kind === 'abandoned') return null;
    const { accountId, boardId, content } = request;
    if (state.kind === 'pin' && state.contentHash === contentHash(accountId, boardId, content)) {
      // Another go may have moved it to an account that this key must not see.
      refuseForeignAccount(principal, state.accountId);
      return state;
    }
    throw new Rejected('idempotency_key_reused', 'The idempotency key was used for another pin.', { pin_id: pinId });
  }

  /** One unit, shared with concurrent requests in one append. Throws `Rejected('quota_exceeded')`. */
  private async consumeOne(
    principal: Principal,
    pinId: string,
    limit: number,
    source: PinSource,
  ): Promise<Unit & { readonly used: number }> {
    const { ask, entryOf } = this.asking(principal, limit, source);
    const entry = entryOf(pinId);
    const { granted, used } = await this.quota.consume({ ...ask, entry });
    if (!granted) throw this.checks.quotaExceeded({ limit, used });
    return { month: ask.month, entryId: entry.entryId, used };
  }

  /** A unit for each, or none at all. Throws `Rejected('quota_exceeded')`. */
  async consumeAll(principal: Principal, pinIds: readonly string[], limit: number, source: PinSource): Promise<{ units: Unit[] } & Quota> {
    const { ask, entryOf } = this.asking(principal, limit, source);
    const entries = pinIds.map(entryOf);
    const { granted, used } = await this.quota.consumeAll(ask, entries);
    if (!granted) throw this.checks.quotaExceeded({ limit, used });
    return { units: entries.map(({ entryId }) => ({ month: ask.month, entryId })), limit, used };
  }

  /** Consumes a unit and queues the pin; `used` is told with what is given back taken off. Throws `Rejected('quota_exceeded')`. */
  async takeAndQueue(principal: Principal, place: Place, limit: number, source: PinSource): Promise<QueuedPin & Quota> {
    for (let tries = 1; ; tries++) {
      const unit = await this.consumeOne(principal, place.pinId, limit, source);
      try {
        const queued = await this.queue(principal, place, unit, source);
        return { ...queued, limit, used: queued.replayed ? unit.used - 1 : unit.used };
      } catch (error) {
        if (!isSwept(error) || tries === triesAtMost) throw error;
      }
    }
  }

  /** With a unit that was consumed before; one that the sweep took for lost meanwhile is replaced. */
  async queueWith(principal: Principal, place: Place, unit: Unit, limit: number, source: PinSource): Promise<QueuedPin> {
    return this.queue(principal, place, unit, source).catch((error: unknown) => {
      if (!isSwept(error)) throw error;
      return this.takeAndQueue(principal, place, limit, source);
    });
  }

  private async queue(principal: Principal, { pinId, request }: Place, { month, entryId }: Unit, source: PinSource): Promise<QueuedPin> {
    const { projectId, epoch, organizationId } = principal;
    const now = this.clock();
    const { accountId, boardId, content, idempotencyKey } = request;
    const pin = {
      pinId,
      projectId,
      epoch,
      organizationId,
      accountId,
      boardId,
      content: await this.assets.withMediaType(principal, content),
      contentHash: contentHash(accountId, boardId, content),
      fingerprint: fingerprintOf(boardId, content),
      ...(idempotencyKey === null ? {} : { idempotencyKey }),
      month,
      entryId,
      source,
      ...(principal.environment === 'sandbox' && { simulated: true as const }),
      queuedAt: now.toISOString(),
    };
    const queued = await this.commands.execute(new QueuePin(pin, originOf(principal, now))).catch(async (error: unknown) => {
      await this.giveBack(principal, pinId, { month, entryId });
      throw error;
    });
    // Another process was first with the same key: its entry stands, ours is given back.
    if (queued.replayed) await this.giveBack(principal, pinId, { month, entryId });
    return queued;
  }

  /** Best effort: what is not given back here, the sweep of unsettled entries finds within minutes. */
  private async giveBack(principal: Principal, pinId: string, { month, entryId }: Unit): Promise<void> {
    const now = this.clock();
    const abandon = new AbandonPin({ pinId, month, entryId, at: now.toISOString() }, originOf(principal, now));
    await this.commands.execute(abandon).catch(() => undefined);
  }

  private asking(principal: Principal, limit: number, source: PinSource) {
    const now = this.clock();
    const at = now.toISOString();
    const origin = originOf(principal, now);
    const { projectId, epoch } = principal;
    const ask = { projectId, epoch, month: quotaMonth(now), limit, origin };
    return { ask, entryOf: (pinId: string) => ({ entryId: newId(), pinId, units: 1, source, at, actor: origin.actor }) };
  }
}

/** The sweep of unsettled entries came between the unit and its pin: the unit is given back. */
const isSwept = (error: unknown): boolean => error instanceof Rejected && error.code === 'quota_entry_released';
