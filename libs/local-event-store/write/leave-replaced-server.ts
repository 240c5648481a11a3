import { inspectAddress } from '@pps/read-store/inspect-address';
import type { Timelines } from '@pps/read-store/timelines';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log, WriterLeadership } from './leadership';

const lookEveryMs = 1_000;

/**
 * Leaves a server that was replaced and still runs, which would take appends that nobody else sees; the lock is acquired on the new one then. Looks for
 * that once a second, where the server may have standbys. `leave` is called first; ends when `signal` aborts.
 */
export async function leaveReplacedServer(options: {
  databaseUrl: string;
  timelines: Timelines;
  leadership: WriterLeadership;
  leave: () => void;
  signal: AbortSignal;
  log: Log;
}): Promise<void> {
  const { databaseUrl, timelines, leadership, leave, signal, log } = options;
  const unfollow = timelines.onNewer(() => {
    leave();
    const connection = leadership.connection();
    if (!connection || !timelines.isOlder(connection.timeline)) return;
    log('warn', 'the database has another primary: the log goes on there', { left: `timeline ${connection.timeline?.number}` });
    leadership.discard(connection);
  });
  while (!signal.aborted) {
    await delay(lookEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (!signal.aborted && leadership.connection()?.isReplicated) await inspectAddress(databaseUrl, timelines);
  }
  unfollow();
}
