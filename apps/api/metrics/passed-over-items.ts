import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { withTimeout } from '@pps/concurrency';
import { countPassedOver, DATABASE, type Database } from '@pps/read-store';
import { gauge, measureOnDemand } from '@pps/runtime';

const patienceMs = 3_000;

const passedOver = gauge('passed_over_items', 'Items of a task that fail by themselves and are tried again after growing waits.', ['task']);

/** Counts what could not be handled, when somebody asks for the metrics. */
@Injectable()
export class PassedOverItems implements OnModuleInit {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  onModuleInit(): void {
    measureOnDemand('passed over items', () => this.measure());
  }

  /** Takes at most 3 s; what cannot be measured is absent, so that an old figure is not taken for a new one. */
  private async measure(): Promise<void> {
    passedOver.reset();
    await withTimeout(countPassedOver(this.db), patienceMs, 'passed over items')
      .then((counts) => counts.forEach((count, task) => passedOver.set({ task }, count)))
      .catch(() => undefined);
  }
}
