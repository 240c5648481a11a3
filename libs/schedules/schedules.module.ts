import { Module } from '@nestjs/common';
import { ChangeScheduleHandler } from './changes/change-schedule';
import { AddScheduleHandler } from './creating/add-schedule';

@Module({ providers: [AddScheduleHandler, ChangeScheduleHandler] })
export class SchedulesModule {}
