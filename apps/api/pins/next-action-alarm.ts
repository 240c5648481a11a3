import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { withTimeout } from '@pps/concurrency';
import { DATABASE, type Database } from '@pps/read-store';
import { gauge, measureOnDemand } from '@pps/runtime';
import { findPinsWithoutNextAction } from '@projections/pins/without-next-action.query';

const patienceMs = 3_000;

const withoutNextAction = gauge(
  'pins_without_next_action',
  'Pins that are neither published nor failed and that have no dated next action; must be 0.',
);

/** Counts the pins without a next action, when somebody asks for the metrics. */
@Injectable()
export class NextActionAlarm implements OnModuleInit {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  onModuleInit(): void {
    measureOnDemand('pins without a next action', () => this.measure());
  }

  /** Takes at most 3 s; what cannot be measured is absent, so that an old figure is not taken for a new one. */
  private async measure(): Promise<void> {
    withoutNextAction.remove();
    await withTimeout(findPinsWithoutNextAction(this.db), patienceMs, 'pins without a next action')
      .then((count) => withoutNextAction.set(count))
      .catch(() => undefined);
  }
}
