import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { measureGauges } from '@pps/runtime';
import { measuredMetrics } from './measured-metrics';
import { APP, type App } from '../../foundation/bind-app';

/** Measures what operators are alarmed by, when somebody asks for the metrics. */
@Injectable()
export class MetricMeasurements implements OnModuleInit {
  constructor(@Inject(APP) private readonly app: Pick<App, 'db' | 'store' | 'queue' | 'databaseClock'>) {}

  onModuleInit(): void {
    const { db, store, queue, databaseClock } = this.app;
    for (const measured of measuredMetrics) measureGauges(measured, { db, store, queue, clock: databaseClock.now });
  }
}
