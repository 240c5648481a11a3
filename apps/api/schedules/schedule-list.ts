import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import { DATABASE, Freshness, type Database } from '@pps/read-store';
import { listSchedules, scheduleOrder, type SchedulePage } from '@projections/schedules/list-schedules.query';
import { APP, type App } from '../../foundation/bind-app';
import { contentFilterOf } from '../lists/content-filter';
import { pageCursorOf, pageCursorText } from '../lists/page-cursor';
import type { ListSchedulesDto } from './list-schedules.dto';

/** Pages of a project's schedules, as far as the credential may see them. */
@Injectable()
export class ScheduleList {
  constructor(
    @Inject(APP) private readonly deps: App,
    private readonly freshness: Freshness,
    @Inject(DATABASE) private readonly db: Database,
  ) {}

  /** Throws for an account that the credential may not name or the project does not have, and `Invalid` for a cursor that is none of this order. */
  async page(principal: Principal, query: ListSchedulesDto): Promise<Omit<SchedulePage, 'next'> & { readonly nextCursor: string | null }> {
    const { sort } = query;
    const cursor = pageCursorOf(query, { sort, types: scheduleOrder(sort).types });
    const filter = await contentFilterOf(this.deps, principal, query);
    await this.freshness.wait('schedules', principal);
    const { next, ...page } = await listSchedules(this.db, { ...filter, cursor });
    return { ...page, nextCursor: next && pageCursorText(next) };
  }
}
