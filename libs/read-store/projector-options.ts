import type { EventStore } from '@pps/event-store';
import type { Database } from './database';
import type { OwnLog } from './own-log';
import type { Projection } from './projection';

export interface ProjectorOptions {
  readonly db: Database;
  readonly store: EventStore;
  readonly projections: readonly Projection[];
  /** Names of those that go before the others; all alike by default. */
  readonly first?: ReadonlySet<string>;
  /** Projections that other projectors may maintain: nothing is projected either where the log is not theirs. */
  readonly beside?: readonly Projection[];
  /** Of the database, where the log lies there too: nothing is stored of facts that it does not have. */
  readonly ownLog?: OwnLog | undefined;
  readonly signal: AbortSignal;
  readonly log: (level: 'info' | 'warn' | 'error', message: string, fields?: object) => void;
}
