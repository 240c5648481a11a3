import type { Streams, EventStore, LiveStates } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import type { Database } from '@pps/read-store';
import type { Vault } from '@pps/vault';
import type { Resolve, TargetPolicy } from '../targets/target-url';

export interface DeliverWebhookDeps {
  readonly db: Database;
  readonly store: Pick<EventStore, 'read'>;
  readonly streams: Streams;
  readonly live: LiveStates;
  readonly vault: Pick<Vault, 'getMany'>;
  readonly clock: Clock;
  readonly targets: TargetPolicy;
  /** Gives a number in 0..1, for jitter. */
  readonly random: () => number;
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
  /** Told of a delivery that could not be made for a reason that is not its endpoint's. */
  readonly onError: (error: unknown) => void;
}
