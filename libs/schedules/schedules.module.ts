import { Module } from '@nestjs/common';
import { ChangeScheduleHandler } from './changes/change-schedule';
import { CreateScheduleHandler } from './creating/create-schedule';

@Module({ providers: [CreateScheduleHandler, ChangeScheduleHandler] })
export class SchedulesModule {}
