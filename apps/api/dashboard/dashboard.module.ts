import { Module } from '@nestjs/common';
import { DashboardController } from './dashboard.controller';
import { DashboardSummary } from './dashboard-summary';

@Module({ controllers: [DashboardController], providers: [DashboardSummary] })
export class DashboardModule {}
