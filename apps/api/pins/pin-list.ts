import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import { DATABASE, Freshness, type Database } from '@pps/read-store';
import { USE_CASE_DEPS, type UseCaseDeps } from '@pps/use-cases';
import { listPins } from '@projections/pins/list-pins.query';
import { cursorTypes } from '@projections/pins/pin-sorts';
import type { PinView } from '@pps/pins/events';
import { contentFilterOf } from '../lists/content-filter';
import { pageCursorOf, pageCursorText } from '../lists/page-cursor';
import type { ListPinsDto } from './list-pins.dto';

/** Pages of a project's pins, as far as the credential may see them. */
@Injectable()
export class PinList {
  constructor(
    @Inject(USE_CASE_DEPS) private readonly deps: UseCaseDeps,
    private readonly freshness: Freshness,
    @Inject(DATABASE) private readonly db: Database,
  ) {}

  /**
   * A revoked account's pins are listed too. Throws for an account that the credential may not name or the project does not have, and `Invalid`
   * for a cursor that is none of this order.
   */
  async page(principal: Principal, query: ListPinsDto): Promise<{ pins: readonly PinView[]; total: number; nextCursor: string | null }> {
    const { sort } = query;
    const cursor = pageCursorOf(query, { sort, types: cursorTypes(sort), isNullable: sort.startsWith('published_at') });
    const filter = await contentFilterOf(this.deps, principal, query);
    await this.freshness.wait('pins', principal);
    const { pins, total, next } = await listPins(this.db, { ...filter, cursor });
    return { pins, total, nextCursor: next && pageCursorText(next) };
  }
}
