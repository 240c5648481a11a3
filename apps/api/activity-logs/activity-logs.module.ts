import { Module } from '@nestjs/common';
import { ActivityActors } from './activity-actors';
import { ActivityLogList } from './activity-log-list';
import { ActivityLogsController } from './activity-logs.controller';

@Module({ controllers: [ActivityLogsController], providers: [ActivityActors, ActivityLogList] })
export class ActivityLogsModule {}
