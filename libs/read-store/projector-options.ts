import type { EventStore } from '@pps/event-store';
import type { Database } from './database';
import type { Projection } from './projection';

export interface ProjectorOptions {
  readonly db: Database;
  readonly store: EventStore;
  readonly projections: readonly Projection[];
  /** Names of those that go before the others; all alike by default. */
  readonly first?: ReadonlySet<string>;
  /** Projections that other projectors may maintain: nothing is projected either where the log is not theirs. */
  readonly beside?: readonly Projection[];
  readonly signal: AbortSignal;
  readonly log: (level: 'info' | 'warn' | 'error', message: string, fields?: object) => void;
}
