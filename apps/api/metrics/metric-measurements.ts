import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { EVENT_STORE, type EventStore } from '@pps/event-store';
import { DATABASE, type Database } from '@pps/read-store';
import { measureGauges } from '@pps/runtime';
import { measuredMetrics } from './measured-metrics';

/** Measures what operators are alarmed by, when somebody asks for the metrics. */
@Injectable()
export class MetricMeasurements implements OnModuleInit {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  onModuleInit(): void {
    for (const measured of measuredMetrics) measureGauges(measured, { db: this.db, store: this.store });
  }
}
