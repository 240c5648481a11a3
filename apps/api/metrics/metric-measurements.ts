import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { measureGauges } from '@pps/runtime';
import { measuredMetrics } from './measured-metrics';
import { APP, type App } from '../../foundation/bind-app';

/** Measures what operators are alarmed by, when somebody asks for the metrics. */
@Injectable()
export class MetricMeasurements implements OnModuleInit {
  constructor(@Inject(APP) private readonly app: Pick<App, 'db' | 'store'>) {}

  onModuleInit(): void {
    for (const measured of measuredMetrics) measureGauges(measured, { db: this.app.db, store: this.app.store });
  }
}
