import { readDifferences } from '@pps/audit';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { withTimeout } from '@pps/concurrency';
import { DATABASE, type Database } from '@pps/read-store';
import { gauge, measureOnDemand } from '@pps/runtime';

const patienceMs = 3_000;

const differences = gauge('audit_differences', 'Histories whose tree the log contradicts, 20 at most; anything but 0 is an alarm.');

/** Counts histories that were changed, when somebody asks for the metrics. */
@Injectable()
export class AuditDifferences implements OnModuleInit {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  onModuleInit(): void {
    measureOnDemand('audit differences', () => this.measure());
  }

  /** Takes at most 3 s; not a number where it cannot be measured. */
  private async measure(): Promise<void> {
    differences.set(NaN);
    await withTimeout(readDifferences(this.db), patienceMs, 'audit differences')
      .then((known) => differences.set(known.length))
      .catch(() => undefined);
  }
}
