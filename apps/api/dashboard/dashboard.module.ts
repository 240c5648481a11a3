import { Module } from '@nestjs/common';
import { UseCasesModule } from '@pps/use-cases';
import { DashboardController } from './dashboard.controller';
import { DashboardSummary } from './dashboard-summary';

@Module({ imports: [UseCasesModule], controllers: [DashboardController], providers: [DashboardSummary] })
export class DashboardModule {}
