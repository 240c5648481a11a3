import { identityStream } from '@pps/event-store/events';
import type { EventStore } from '@pps/event-store';
import type { Database, OwnLog } from '@pps/read-store';

const missingOrDenied = /^(42P01|3F000|42501)$/;

const hasEvent: OwnLog = (position, eventId) =>
  `exists (select from event_store.event where position = ${position} and event_id = ${eventId})`;

/** How a database tells whether it has an event, where the log that is read lies in it; undefined where the log lies elsewhere. */
export async function findOwnLog(db: Database, store: Pick<EventStore, 'read'>): Promise<OwnLog | undefined> {
  const [identity] = await store.read(identityStream, 0, 1);
  if (!identity) return undefined;
  try {
    const { rows } = await db.raw<{ rows: { is_own: boolean }[] }>(`select ${hasEvent('?::bigint', '?::uuid')} as is_own`, [
      identity.position.toString(),
      identity.id,
    ]);
    return rows[0]?.is_own === true ? hasEvent : undefined;
  } catch (error) {
    if (missingOrDenied.test((error as { code?: string }).code ?? '')) return undefined;
    throw error;
  }
}
