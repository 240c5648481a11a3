import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import type { PinView } from '@pps/pins/events';
import { DATABASE, Freshness, type Database } from '@pps/read-store';
import { USE_CASE_DEPS, type UseCaseDeps } from '@pps/use-cases';
import { listPins } from '@projections/pins/list-pins.query';
import { contentFilterOf } from '../lists/content-filter';
import type { ListPinsDto } from './list-pins.dto';

/** Pages of a project's pins, as far as the credential may see them. */
@Injectable()
export class PinList {
  constructor(
    @Inject(USE_CASE_DEPS) private readonly deps: UseCaseDeps,
    private readonly freshness: Freshness,
    @Inject(DATABASE) private readonly db: Database,
  ) {}

  /** A revoked account's pins are listed too. Throws for an account that the credential may not name or the project does not have. */
  async page(principal: Principal, query: ListPinsDto): Promise<{ pins: PinView[]; total: number }> {
    const filter = await contentFilterOf(this.deps, principal, query);
    await this.freshness.wait('pins', principal);
    return listPins(this.db, filter);
  }
}
