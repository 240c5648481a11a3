import { requireWritable, saysUnconfirmed, timelineOf, unconfirmedCommit } from '@pps/read-store/watch-connection';
import type { Timeline, Timelines } from '@pps/read-store/timelines';
import { findWritableAddress } from '@pps/read-store/writable-address';
import { probePooler, TransactionsPooled } from '@pps/read-store/pooler';
import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { Client } from 'pg';
import type { StoredEvent } from '../log/stored-event';
import { toTicks } from '../log/stored-event';
import type { StreamState } from '../log/stream-state';
import type { WrittenEvent } from '../write/append-decision';
import { insertStatement, toInsertParameters, toStoredEvent, type EventRow } from './event-rows';
import { openLogClock } from './log-clock';
import { readColumns, schemaStatements } from './schema';
import { loadStreamStates, stateStatement } from './stream-states';

/** The only connection that writes. It holds the advisory lock for as long as it is open, so whoever loses it can no longer write. */
export interface WriterConnection {
  /** The one of the server that it leads to, where several are named. */
  readonly address: string;
  /** Of the server that it leads to, undefined where that one cannot tell; and whether that one may have standbys. */
  readonly timeline: Timeline | undefined;
  readonly isReplicated: boolean;
  /** Position of the last committed event. */
  readHead(): Promise<bigint>;
  /** The newest events, oldest first, up to the bounds. */
  readNewest(maxEvents: number, maxBytes: number): Promise<StoredEvent[]>;
  loadStreamStates(originalStreams: readonly string[]): Promise<Map<string, StreamState>>;
  /** The events stored at these revisions, by `revision@stream`. */
  readWritten(targets: readonly { stream: string; revision: bigint }[]): Promise<Map<string, WrittenEvent>>;
  /** The moment in Unix milliseconds that events are recorded at, by the database's clock. */
  now(): Promise<number>;
  /** Resolves once the events are durable; rejects where a synchronous standby has not confirmed them, even if they are stored. */
  insert(events: readonly StoredEvent[]): Promise<void>;
  /** Breaks the connection at once, also in the middle of a statement. */
  destroy(): void;
}

const connectTimeoutMs = 5_000;
const queryTimeoutMs = 5_000;
const lockClass = 0x70_69_6e_73;

/** Connects, acquires the lock, creates what is missing. Rejects when Postgres is not there or another writer holds the lock. */
export async function connectWriter(
  { databaseUrl, schema, timelines }: { readonly databaseUrl: string; readonly schema: string; readonly timelines: Timelines },
  onLost: () => void,
): Promise<WriterConnection> {
  const address = await findWritableAddress(databaseUrl, timelines);
  const socket = new Socket();
  const client = new Client({
    connectionString: address,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    stream: () => socket,
  });
  client.on('error', () => undefined);
  let isUnconfirmed = false;
  client.on('notice', (notice) => (isUnconfirmed ||= saysUnconfirmed(notice)));
  const destroy = () => void socket.destroy();
  let isReplicated = false;
  try {
    await client.connect();
    socket.once('close', onLost);
    await requireWritable(client, timelines);
    if ((await probePooler(address)).lends === 'transactions') {
      throw new TransactionsPooled('DATABASE_URL leads through a pooler of transactions; the event store needs an address without it');
    }
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as held', [lockClass, schema]);
    if (!rows[0]?.held) throw new Error('another event store process holds the writer lock');
    const senders = await client.query<{ are: boolean }>(`select current_setting('max_wal_senders')::int > 0 as are`);
    isReplicated = senders.rows[0]?.are === true;
    await client.query('set synchronous_commit to on; set client_min_messages to warning');
    for (const statement of schemaStatements(schema)) await client.query(statement);
    await initialise(client, schema);
    await confirmCommits(client);
    if (isUnconfirmed) throw unconfirmedCommit();
  } catch (error) {
    socket.off('close', onLost);
    destroy();
    throw error;
  }
  const [insert, now] = [insertStatement(schema), openLogClock(client)];
  return {
    address,
    timeline: timelineOf(client),
    isReplicated,
    destroy,
    now,
    async readHead() {
      const { rows } = await client.query<{ head: string }>(`select max(position) as head from ${schema}.event`);
      return BigInt(rows[0]!.head);
    },
    async readNewest(maxEvents, maxBytes) {
      const { rows } = await client.query<EventRow>({
        text: `select ${readColumns} from (
            select *, sum(octet_length(data) + octet_length(metadata)) over (order by position desc) as bytes
            from (select * from ${schema}.event order by position desc limit $1) newest
          ) sized where bytes <= $2 order by position`,
        values: [maxEvents, maxBytes],
        rowMode: 'array',
      });
      return rows.map(toStoredEvent);
    },
    loadStreamStates: (streams) => loadStreamStates((query) => client.query(query), stateStatement(schema), streams),
    async readWritten(targets) {
      const { rows } = await client.query<{ stream: string; revision: string; event_id: string; position: string }>({
        text: `select e.stream, e.revision, e.event_id, e.position from unnest($1::text[], $2::bigint[]) w(stream, revision)
          join ${schema}.event e on e.stream = w.stream and e.revision = w.revision`,
        values: [targets.map(({ stream }) => stream), targets.map(({ revision }) => revision)],
      });
      return new Map(
        rows.map((row) => [
          `${row.revision}@${row.stream}`,
          { id: row.event_id, revision: BigInt(row.revision), position: BigInt(row.position) },
        ]),
      );
    },
    async insert(events) {
      await client.query({ name: 'insert-events', text: insert, values: toInsertParameters(events) });
      if (isUnconfirmed) throw unconfirmedCommit();
    },
  };
}

/** Of servers that are no PostgreSQL by themselves. */
const hasNoMessages = /^(42883|42501|0A000)$/;

/**
 * Commits something that is in the server's log alone. What was written before this connection is there once this returns: it may be read, and a repeat
 * of it answered, only where a standby that has to confirm commits has confirmed it too.
 */
async function confirmCommits(client: Client): Promise<void> {
  await client.query(`select pg_logical_emit_message(true, 'event store', 'leads')`).catch((error: { readonly code?: string }) => {
    if (!hasNoMessages.test(error.code ?? '')) throw error;
  });
}

// A store has an identity, and its first user event is never the first of the log.
async function initialise(client: Client, schema: string): Promise<void> {
  await client.query(
    `insert into ${schema}.event
     select 1, '$scavenges', 0, $1, '$ScavengeIndexInitialized', true, $2, '', $3 where not exists (select from ${schema}.event)`,
    [randomUUID(), Buffer.from('{}'), toTicks(Date.now())],
  );
}
