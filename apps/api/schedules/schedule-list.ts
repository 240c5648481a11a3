import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import { DATABASE, Freshness, type Database } from '@pps/read-store';
import type { ScheduleView } from '@pps/schedules/events';
import { USE_CASE_DEPS, type UseCaseDeps } from '@pps/use-cases';
import { listSchedules } from '@projections/schedules/list-schedules.query';
import { contentFilterOf } from '../lists/content-filter';
import type { ListSchedulesDto } from './list-schedules.dto';

/** Pages of a project's schedules, as far as the credential may see them. */
@Injectable()
export class ScheduleList {
  constructor(
    @Inject(USE_CASE_DEPS) private readonly deps: UseCaseDeps,
    private readonly freshness: Freshness,
    @Inject(DATABASE) private readonly db: Database,
  ) {}

  /** Throws for an account that the credential may not name or the project does not have. */
  async page(principal: Principal, query: ListSchedulesDto): Promise<{ schedules: ScheduleView[]; total: number }> {
    const filter = await contentFilterOf(this.deps, principal, query);
    await this.freshness.wait('schedules', principal);
    return listSchedules(this.db, filter);
  }
}
