import type { EventStore } from '@pps/event-store';
import type { Database } from './database';
import type { Projection } from './projection';

export interface ProjectorOptions {
  readonly db: Database;
  readonly store: EventStore;
  readonly projections: readonly Projection[];
  readonly signal: AbortSignal;
  readonly log: (level: 'info' | 'warn' | 'error', message: string, fields?: object) => void;
}
