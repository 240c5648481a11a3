import { newId } from '@pps/kernel';
import { WrongRevision, type EventStore } from './event-store';
import { type LogIdentified, identityStream, logStream } from './log.stream';
import type { NewFact } from './recorded-fact';
import { foldRecorded } from './stream-type';

type Streams = Pick<EventStore, 'append' | 'read'>;

/** What the log says of itself; null where nobody has used it yet. Throws `StoreUnavailable`, and for an identity that only a newer release can read. */
export async function readLogIdentity(store: Pick<EventStore, 'read'>): Promise<LogIdentified['data'] | null> {
  const facts = await store.read(identityStream);
  const identity = foldRecorded(logStream, facts);
  if (!identity && facts.length > 0) throw new Error('the identity of the log is of a newer release');
  return identity;
}

/** Writes the identity unless somebody else has been first, and gives the one that holds. Throws `StoreUnavailable`. */
export async function nameLog(store: Streams, identity: LogIdentified['data']): Promise<LogIdentified['data']> {
  try {
    await store.append(identityStream, [identityFact(identity)], 'no_stream');
    return identity;
  } catch (error) {
    const known = error instanceof WrongRevision ? await readLogIdentity(store) : null;
    if (!known) throw error;
    return known;
  }
}

/**
 * The log's id, written when it is first asked for. A log that an older release has used gets the id of its first event, `firstEventId`, which its
 * checkpoints know already; from then on that event may be scavenged.
 */
export async function identifyLog(store: Streams, firstEventId: () => Promise<string>): Promise<string> {
  const { logId } = (await readLogIdentity(store)) ?? (await nameLog(store, { logId: await firstEventId() }));
  return logId;
}

function identityFact(data: LogIdentified['data']): NewFact {
  return {
    id: newId(),
    type: 'LogIdentified',
    data,
    metadata: { actor: { type: 'system' }, occurredAt: new Date().toISOString(), schemaVersion: 1 },
  };
}
