import { assetSpaceStream } from '@pps/assets/events';
import { assetSpaceId, ReclaimAssetSpace, takenBefore } from '@pps/assets';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CommandRunner } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { CLOCK, type Clock } from '@pps/kernel';
import { DATABASE, Freshness, type Database } from '@pps/read-store';
import { storedAssets } from '@projections/assets/list-assets.query';
import { originOf } from '../auth/origin';

/** Longer than storing a file can take. */
const abandonedAfterMs = 10 * 60_000;

/** Finds, when room is missing, what uploads took whose process ended half way. */
@Injectable()
export class AbandonedUploads {
  constructor(
    private readonly runner: CommandRunner,
    private readonly commands: CommandBus,
    private readonly freshness: Freshness,
    @Inject(DATABASE) private readonly db: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Whether any room was freed. */
  async reclaim(principal: Principal): Promise<boolean> {
    const { projectId, epoch } = principal;
    const now = this.clock();
    const { state } = await this.runner.load(assetSpaceStream, assetSpaceId(projectId, epoch));
    const taken = takenBefore(state, new Date(now.getTime() - abandonedAfterMs).toISOString());
    await this.freshness.wait('assets');
    const stored = await storedAssets(this.db, taken);
    const assetIds = taken.filter((assetId) => !stored.has(assetId));
    if (assetIds.length === 0) return false;
    await this.commands.execute(new ReclaimAssetSpace({ projectId, epoch, assetIds }, now.toISOString(), originOf(principal, now)));
    return true;
  }
}
