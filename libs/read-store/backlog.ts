import { linkAbort } from '@pps/concurrency';
import type { EventStore } from '@pps/event-store';

export interface Backlog {
  /** Events of the log after a position, system events included; at most as many as were to be counted. */
  readonly events: number;
  /** Whether there are more than were counted. */
  readonly more: boolean;
  /** When the oldest of them was stored; null without any. */
  readonly since: Date | null;
}

const timeoutMs = 5_000;

/** Counts what lies between a position (−1 = the beginning) and the head, up to `most` events and for at most 5 s. Throws when the log does not answer. */
export async function countBacklog(store: EventStore, position: bigint, head: bigint, most: number): Promise<Backlog> {
  if (position >= head) return { events: 0, more: false, since: null };
  const expiry = AbortSignal.timeout(timeoutMs);
  const reading = linkAbort(expiry);
  let events = 0;
  let since: Date | null = null;
  try {
    for await (const fact of store.subscribe(position === -1n ? null : position, reading.signal)) {
      since ??= fact.recordedAt;
      events++;
      if (fact.position >= head) return { events, more: false, since };
      if (events >= most) break;
    }
  } catch (error) {
    if (!expiry.aborted || since === null) throw error;
  } finally {
    reading.abort();
    reading.release();
  }
  return { events, more: true, since };
}
