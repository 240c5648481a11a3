import { Module } from '@nestjs/common';
import { HealthController } from './health/health.controller';
import { MetricsController } from './metrics/metrics.controller';
import { RootController } from './root/root.controller';

/** What the API answers without any business in it. */
@Module({ controllers: [RootController, HealthController, MetricsController] })
export class ShellModule {}
