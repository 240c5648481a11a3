import { ConditionVariable, pause } from '@pps/concurrency';
import type { Consumer } from 'nats';
import type { QueueConnection } from './queue-connection';
import type { WorkKind } from './work-item';
import { workConsumerOf } from './work-stream';

/** The consumer of a kind of work items, for as long as it answers. */
export interface FollowedConsumer {
  /** Null while there is none. */
  current(): Consumer | null;
  /** True as soon as there is one, false after so many milliseconds. */
  whenThere(ms: number): Promise<boolean>;
  /** It does not answer: from now on there is none until it is found or made again. */
  lose(consumer: Consumer): void;
}

const retryMs = 250;
const waitMs = 60_000;

/** Finds or makes the consumer whenever the stream answers, until the signal aborts. */
export function followConsumer(
  connection: QueueConnection,
  { kind, ackWaitMs, signal }: { readonly kind: WorkKind; readonly ackWaitMs: number; readonly signal: AbortSignal },
  onError: (error: unknown) => void,
): FollowedConsumer {
  const found = new ConditionVariable();
  let current: Consumer | null = null;
  let isLooking = false;

  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    while (!signal.aborted && !current) {
      await connection.whenOpen(waitMs, signal);
      const nats = connection.open();
      if (!nats || signal.aborted) continue;
      try {
        current = await workConsumerOf(nats, kind, ackWaitMs);
        found.notifyAll();
      } catch (error) {
        connection.suspect();
        if (!signal.aborted && connection.open()) onError(error);
        await pause(retryMs, signal);
      }
    }
    isLooking = false;
  };

  void look();
  return {
    current: () => (connection.open() ? current : null),
    whenThere: (ms) => (current ? connection.whenOpen(ms, signal) : found.wait(ms, signal)),
    lose(consumer) {
      if (current !== consumer) return;
      current = null;
      connection.suspect();
      void look();
    },
  };
}
