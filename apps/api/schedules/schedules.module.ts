import { Module } from '@nestjs/common';
import { PinsApiModule } from '../pins/pins.module';
import { BulkSchedulesController } from './bulk-schedules.controller';
import { ScheduleForecastController } from './schedule-forecast.controller';
import { ScheduleBodies } from './schedule-body';
import { ScheduleChangesController } from './schedule-changes.controller';
import { ScheduleList } from './schedule-list';
import { ScheduleValidationController } from './schedule-validation.controller';
import { SchedulesController } from './schedules.controller';

/** Routes with fixed names come before those with a schedule's id. */
@Module({
  imports: [PinsApiModule],
  controllers: [
    BulkSchedulesController,
    ScheduleForecastController,
    ScheduleValidationController,
    SchedulesController,
    ScheduleChangesController,
  ],
  providers: [ScheduleBodies, ScheduleList],
})
export class SchedulesApiModule {}
