import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Principal } from '@pps/identity';
import { CLOCK, NotFound, Rejected, type Clock } from '@pps/kernel';
import { ChangePin, fingerprintOf, refuseWhileInFlight, type PinChange } from '@pps/pins';
import type { Pin } from '@pps/pins/events';
import { ProjectAssets } from '../assets/project-assets';
import { originOf } from '../auth/origin';
import { contentFields } from './content-fields';
import type { CreatePinDto } from './create-pin.dto';
import type { EditPinDto, RetryPinDto } from './pin-changes.dto';
import { pinRequestOf } from './pin-request';
import { PublishChecks } from './publish-checks';

/** What a client may do to a pin that exists. */
@Injectable()
export class PinChanges {
  constructor(
    private readonly checks: PublishChecks,
    private readonly assets: ProjectAssets,
    private readonly commands: CommandBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The account that another go would publish with, which the credential may name and the project has; throws otherwise. */
  async accountOfRetry(principal: Principal, pin: Pin, { account_id }: RetryPinDto): Promise<string> {
    const accountId = account_id?.toLowerCase() ?? pin.accountId;
    await this.checks.requireAccount(principal, accountId);
    return accountId;
  }

  /** Another go at a failed pin, checked like a new one but for its quota. */
  async retry(principal: Principal, pin: Pin, accountId: string, { board_id }: RetryPinDto): Promise<Pin> {
    if (pin.status !== 'failed')
      throw new Rejected('pin_not_failed', 'Only a failed pin can be retried.', { pin_id: pin.pinId, status: pin.status });
    const boardId = board_id ?? pin.boardId;
    await this.checks.requireMedia(principal, pin.content);
    await this.checks.requireBoard(principal, accountId, boardId);
    return this.change(principal, pin, { kind: 'retry', accountId, boardId, fingerprint: fingerprintOf(boardId, pin.content) });
  }

  /** Replaces the given fields. The new whole has to be a valid creation. */
  async edit(principal: Principal, pin: Pin, changes: EditPinDto): Promise<Pin> {
    const { boardId, content: given } = pinRequestOf(merged(pin, changes), undefined);
    await this.checks.requireMedia(principal, given);
    const content = await this.assets.withMediaType(principal, given);
    if (boardId !== pin.boardId) await this.checks.requireBoard(principal, pin.accountId, boardId);
    return this.change(principal, pin, { kind: 'edit', boardId, content, fingerprint: fingerprintOf(boardId, content) });
  }

  /** Throws `Rejected('pin_publishing')` while an attempt may still create the pin: asked before the platform is. */
  requireAtRest(pin: Pin): void {
    refuseWhileInFlight(pin);
  }

  async delete(principal: Principal, pin: Pin, removedFromPlatform: boolean): Promise<void> {
    const at = this.clock();
    const change = { kind: 'delete', removedFromPlatform } as const;
    await this.commands.execute(new ChangePin(pin.pinId, change, at.toISOString(), originOf(principal, at)));
  }

  private async change(principal: Principal, { pinId }: Pin, change: PinChange): Promise<Pin> {
    const at = this.clock();
    const changed = await this.commands.execute(new ChangePin(pinId, change, at.toISOString(), originOf(principal, at)));
    if (!changed) throw new NotFound('Pin');
    return changed;
  }
}

/** A new image replaces an asset and the other way round. */
function merged({ accountId, boardId, content }: Pin, changes: EditPinDto): CreatePinDto {
  const replaced = changes.image_url ? { asset_id: null } : changes.asset_id ? { image_url: null } : {};
  const given = Object.fromEntries(Object.entries({ ...replaced, ...changes }).filter(([, value]) => value !== undefined));
  return { account_id: accountId, board_id: boardId, ...contentFields(content), ...given };
}
