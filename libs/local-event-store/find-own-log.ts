import { identityStream } from '@pps/event-store/events';
import type { EventStore } from '@pps/event-store';
import type { Database, OwnLog } from '@pps/read-store';

const missing = /^(42P01|3F000)$/;
const denied = '42501';

const hasEvent: OwnLog = (position, eventId) =>
  `exists (select from event_store.event where position = ${position} and event_id = ${eventId})`;

/**
 * How a database tells whether it has an event, where the log that is read lies in it; undefined where the log lies elsewhere, and where a log that lies
 * there may not be read by who is connected, which `onDenied` is told.
 */
export async function findOwnLog(
  db: Database,
  store: Pick<EventStore, 'read' | 'identity'>,
  onDenied?: () => void,
): Promise<OwnLog | undefined> {
  // A log that nobody has used yet has no event to ask for before it has an identity.
  await store.identity();
  const [identity] = await store.read(identityStream, 0, 1);
  if (!identity) return undefined;
  try {
    const { rows } = await db.raw<{ rows: { is_own: boolean }[] }>(`select ${hasEvent('?::bigint', '?::uuid')} as is_own`, [
      identity.position.toString(),
      identity.id,
    ]);
    return rows[0]?.is_own === true ? hasEvent : undefined;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (code !== denied && !missing.test(code)) throw error;
    if (code === denied) onDenied?.();
    return undefined;
  }
}
