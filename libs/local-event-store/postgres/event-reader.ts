import type { Timelines } from '@pps/read-store/timelines';
import { requireWritable } from '@pps/read-store/watch-connection';
import { addressesOf } from '@pps/read-store/writable-address';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { StoredEvent } from '../log/stored-event';
import type { StreamState } from '../log/stream-state';
import { toStoredEvent, type EventRow } from './event-rows';
import { readColumns } from './schema';
import { loadStreamStates, stateStatement } from './stream-states';

/** Reads of committed events; pages are bounded by events and by bytes but have at least one event if there is any. */
export interface EventReader {
  /** Ascending from `from`, inclusive. */
  readAllForwards(from: bigint, to: bigint, limit: number): Promise<StoredEvent[]>;
  /** Descending from `from`, inclusive. */
  readAllBackwards(from: bigint, limit: number): Promise<StoredEvent[]>;
  /** Ascending, both ends inclusive. */
  readStreamForwards(stream: string, from: bigint, to: bigint, limit: number): Promise<StoredEvent[]>;
  /** Descending, both ends inclusive. */
  readStreamBackwards(stream: string, from: bigint, downTo: bigint, limit: number): Promise<StoredEvent[]>;
  /** The events at these revisions, in no order; missing ones are left out. */
  readEvents(targets: readonly { stream: string; revision: bigint }[]): Promise<StoredEvent[]>;
  loadState(originalStream: string): Promise<StreamState | undefined>;
  /** Closes every connection: what is asked from now on is asked on new ones, to this address where one is given. */
  leave(address?: string): void;
  stop(): Promise<void>;
}

const connections = 4;
const connectTimeoutMs = 3_000;
const queryTimeoutMs = 10_000;
/** The metadata of each stream is part of its state, up to a mebibyte: more at once would take much memory. */
const statesAtOnce = 100;
const pageBytes = 2 * 1024 * 1024;

export function createEventReader({
  databaseUrl,
  schema,
  timelines,
}: {
  readonly databaseUrl: string;
  readonly schema: string;
  readonly timelines: Timelines;
}): EventReader {
  const options: PoolConfig & { verify: (client: PoolClient, done: (error?: Error) => void) => void } = {
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    // The log of a standby ends earlier, and a connection to it would be used for as long as somebody reads.
    verify: (client, done) => void requireWritable(client, timelines).then(() => done(), done),
  };
  let leadsTo = addressesOf(databaseUrl)[0] ?? databaseUrl;
  const open = () => new Pool({ ...options, connectionString: leadsTo }).on('error', () => undefined);
  let pool = open();

  const pageStatement = (where: string, order: string) =>
    `select ${readColumns} from (
      select *, octet_length(data) + octet_length(metadata) as size,
        sum(octet_length(data) + octet_length(metadata)) over (order by ${order} rows unbounded preceding) as bytes
      from (select * from ${schema}.event where ${where} order by ${order} limit $1) page
    ) sized where bytes - size < ${pageBytes} order by ${order}`;
  const statements = {
    readAllForwards: pageStatement('position between $2 and $3', 'position'),
    readAllBackwards: pageStatement('position <= $2', 'position desc'),
    readStreamForwards: pageStatement('stream = $2 and revision between $3 and $4', 'revision'),
    readStreamBackwards: pageStatement('stream = $2 and revision between $4 and $3', 'revision desc'),
  };
  const states = stateStatement(schema);
  const eventsAtRevisions = `select ${readColumns} from unnest($1::text[], $2::bigint[]) w(wanted_stream, wanted_revision)
    join ${schema}.event on stream = wanted_stream and revision = wanted_revision`;

  const query = async (name: string, text: string, values: unknown[]): Promise<StoredEvent[]> => {
    const { rows } = await pool.query<EventRow>({ name, text, values, rowMode: 'array' });
    return rows.map(toStoredEvent);
  };
  const readPage = (name: keyof typeof statements, values: unknown[]) => query(name, statements[name], values);
  return {
    readAllForwards: (from, to, limit) => readPage('readAllForwards', [limit, from, to]),
    readAllBackwards: (from, limit) => readPage('readAllBackwards', [limit, from]),
    readStreamForwards: (stream, from, to, limit) => readPage('readStreamForwards', [limit, stream, from, to]),
    readStreamBackwards: (stream, from, downTo, limit) => readPage('readStreamBackwards', [limit, stream, from, downTo]),
    readEvents: (targets) =>
      query('readEvents', eventsAtRevisions, [targets.map(({ stream }) => stream), targets.map(({ revision }) => revision)]),
    loadState: groupLookups(
      statesAtOnce,
      (streams) => loadStreamStates((statement) => pool.query(statement), states, streams),
      isRefusedValue,
    ),
    leave(address = leadsTo) {
      leadsTo = address;
      const left = pool;
      pool = open();
      void left.end().catch(() => undefined);
    },
    stop: () => pool.end(),
  };
}

/** A name that PostgreSQL does not take, such as one with a zero byte, or too much at once (its classes 22 and 54); not that it is away. */
const isRefusedValue = (error: unknown): boolean => /^(22|54)/.test((error as { code?: string } | null)?.code ?? '');

interface Asked<Value> {
  readonly key: string;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A look-up by key that is made together with those that begin in the same turn of the event loop, `atMost` keys at once. Where that fails each key is
 * looked up alone, one after the other, if the error may be the fault of one key.
 */
export function groupLookups<Value>(
  atMost: number,
  lookUp: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  mayBeOfOneKey: (error: unknown) => boolean,
): (key: string) => Promise<Value | undefined> {
  let waiting: Asked<Value>[] = [];

  const answer = async (group: readonly Asked<Value>[]): Promise<void> => {
    const keys = new Set(group.map(({ key }) => key));
    try {
      const found = await lookUp([...keys]);
      for (const { key, resolve } of group) resolve(found.get(key));
    } catch (error) {
      if (keys.size === 1 || !mayBeOfOneKey(error)) for (const { reject } of group) reject(error);
      else for (const key of keys) await answer(group.filter((asked) => asked.key === key));
    }
  };
  const answerAll = () => {
    const asked = waiting;
    waiting = [];
    for (let start = 0; start < asked.length; start += atMost) void answer(asked.slice(start, start + atMost));
  };
  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(answerAll);
      waiting.push({ key, resolve, reject });
    });
}
