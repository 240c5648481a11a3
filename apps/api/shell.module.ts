import { Module } from '@nestjs/common';
import { HealthController, ProbesController } from './health/health.controller';
import { MetricsController } from './metrics/metrics.controller';
import { OperatorAccess } from './operators/operator-access';
import { RootController } from './root/root.controller';

/** What the API answers without any business in it. */
@Module({ controllers: [RootController, HealthController, ProbesController, MetricsController], providers: [OperatorAccess] })
export class ShellModule {}
