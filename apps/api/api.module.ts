import { Module } from '@nestjs/common';
import { HealthController } from './health/health.controller';
import { MetricsController } from './metrics/metrics.controller';
import { RootController } from './root/root.controller';

@Module({ controllers: [RootController, HealthController, MetricsController] })
export class ApiModule {}
