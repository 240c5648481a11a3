import { Injectable, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { mayPublish, planOf, plans, quotaMonth, QuotaCounter } from '@pps/billing';
import { AccountDirectory, BoardAccess, Reconnection, type Verdict } from '@pps/connections';
import { LiveStates } from '@pps/event-store';
import { refuseForeignAccount, type Principal } from '@pps/identity';
import { CLOCK, derivedId, newId, NotFound, Rejected, type Clock } from '@pps/kernel';
import { AbandonPin, contentHash, fingerprintOf, QueuePin, type QueuedPin } from '@pps/pins';
import { pinStream, type Pin, type PinSource } from '@pps/pins/events';
import { CONFIGURATION, type Configuration } from '@pps/runtime';
import { originOf } from '../auth/origin';
import { KeyedTurns } from './keyed-turns';
import type { PinRequest } from './pin-request';

export interface Taken extends QueuedPin {
  readonly quota: { readonly limit: number; readonly used: number };
}

/** Takes pins in, in the contract's order of checks; a refused call has changed nothing and costs nothing. */
@Injectable()
export class PinIntake {
  private readonly turns = new KeyedTurns();

  constructor(
    private readonly live: LiveStates,
    private readonly accounts: AccountDirectory,
    private readonly boards: BoardAccess,
    private readonly reconnection: Reconnection,
    private readonly quota: QuotaCounter,
    private readonly commands: CommandBus,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Throws unless the credential may name the account and the project has it. */
  async requireAccount(principal: Principal, accountId: string): Promise<void> {
    refuseForeignAccount(principal, accountId);
    if (!(await this.accounts.find(principal.projectId, accountId, principal.epoch, principal.asOf))) throw new NotFound('Account');
  }

  /** The project's quota of this month as it stands. */
  async quotaOf(principal: Principal): Promise<Taken['quota']> {
    const { plan } = await planOf(this.live, principal.organizationId, principal.asOf);
    const used = await this.quota.used(principal.projectId, principal.epoch, quotaMonth(this.clock()));
    return { limit: plans[plan].quotaPinsMonthly, used };
  }

  /** Queues the pin of a request whose account was required before. */
  async take(principal: Principal, request: PinRequest, source: PinSource): Promise<Taken> {
    const { projectId, epoch } = principal;
    if (request.idempotencyKey === null) return this.takeNew(principal, request, source, newId());
    const pinId = derivedId('pin', projectId, epoch, request.idempotencyKey);
    return this.turns.take(pinId, async () => {
      const present = await this.live.get(pinStream, pinId, principal.asOf);
      if (present.state.kind !== 'pin') return this.takeNew(principal, request, source, pinId);
      return { pin: repeatOf(present.state, request), replayed: true, quota: await this.quotaOf(principal) };
    });
  }

  private async takeNew(principal: Principal, request: PinRequest, source: PinSource, pinId: string): Promise<Taken> {
    const { plan, status } = await planOf(this.live, principal.organizationId, principal.asOf);
    const terms = plans[plan];
    const usesAsset = request.content.assetId !== undefined;
    if (usesAsset && !terms.features.uploadedMediaAssets) {
      throw new Rejected('feature_unavailable', 'The plan does not include uploaded media.', { upgrade_url: this.upgradeUrl });
    }
    if (!mayPublish({ plan, status })) {
      throw new Rejected('billing_inactive', 'The subscription is not active.', { upgrade_url: this.upgradeUrl });
    }
    if (usesAsset) throw new Rejected('asset_not_found', 'The asset was not found.', { asset_id: request.content.assetId });
    this.requirePublishable(await this.boards.check({ accountId: request.accountId, boardId: request.boardId, head: principal.asOf }));
    return this.consumeAndQueue(principal, request, source, pinId, terms.quotaPinsMonthly);
  }

  private async consumeAndQueue(
    principal: Principal,
    request: PinRequest,
    source: PinSource,
    pinId: string,
    limit: number,
  ): Promise<Taken> {
    const { projectId, epoch, organizationId } = principal;
    const now = this.clock();
    const at = now.toISOString();
    const month = quotaMonth(now);
    const origin = originOf(principal, now);
    const entry = { entryId: newId(), pinId, units: 1, source, at, actor: origin.actor };
    const { granted, used } = await this.quota.consume({ projectId, epoch, month, limit, entry, origin });
    if (!granted) {
      const message = 'The monthly quota of pin creations is used up.';
      throw new Rejected('quota_exceeded', message, { upgrade_url: this.upgradeUrl, quota_limit: limit, quota_used: used });
    }
    const { accountId, boardId, content, idempotencyKey } = request;
    const pin = {
      pinId,
      projectId,
      epoch,
      organizationId,
      accountId,
      boardId,
      content,
      contentHash: contentHash(accountId, boardId, content),
      fingerprint: fingerprintOf(boardId, content),
      ...(idempotencyKey === null ? {} : { idempotencyKey }),
      month,
      entryId: entry.entryId,
      source,
      queuedAt: at,
    };
    const queued = await this.commands.execute(new QueuePin(pin, origin)).catch(async (error: unknown) => {
      await this.giveBack(pin, principal);
      throw error;
    });
    // Another process was first with the same key: its entry stands, ours is given back.
    if (queued.replayed) await this.giveBack(pin, principal);
    return { ...queued, quota: { limit, used: queued.replayed ? used - 1 : used } };
  }

  /** Best effort: what is not given back here, the sweep of unsettled entries finds within minutes. */
  private async giveBack(entry: Pick<Pin, 'pinId' | 'month' | 'entryId'>, principal: Principal): Promise<void> {
    const now = this.clock();
    const { pinId, month, entryId } = entry;
    const abandon = new AbandonPin({ pinId, month, entryId, at: now.toISOString() }, originOf(principal, now));
    await this.commands.execute(abandon).catch(() => undefined);
  }

  private requirePublishable(verdict: Verdict): void {
    if (verdict.status !== 'failed') return;
    const { code, message, accountId, boardId } = verdict;
    switch (code) {
      case 'token_expired':
      case 'token_revoked':
      case 'account_revoked':
      case 'scope_missing':
        throw this.reconnection.needed(code, accountId, { board_id: boardId });
      case 'board_not_found':
      case 'board_deleted':
      case 'board_not_owned':
      case 'board_access_denied':
        throw new Rejected(code, message, { board_id: boardId, account_id: accountId });
    }
  }

  private get upgradeUrl(): string {
    return `${this.configuration.APP_URL.replace(/\/+$/, '')}/billing`;
  }
}

function repeatOf(pin: Pin, { accountId, boardId, content }: PinRequest): Pin {
  if (pin.contentHash === contentHash(accountId, boardId, content)) return pin;
  throw new Rejected('idempotency_key_reused', 'The idempotency key was used for another pin.', { pin_id: pin.pinId });
}
