import { Timelines } from '@pps/read-store/timelines';
import { addressesOf } from '@pps/read-store/writable-address';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { handleAppend } from './handlers/append.handler';
import { handleBatchAppend } from './handlers/batch-append.handler';
import { handleGossip, handleSupportedMethods } from './handlers/cluster.handler';
import { handleDelete } from './handlers/delete.handler';
import { handleRead } from './handlers/read.handler';
import { createCommittedLog } from './log/committed-log';
import { createEventReader } from './postgres/event-reader';
import { assertSchemaName } from './postgres/schema';
import { connectWriter } from './postgres/writer-connection';
import { accessDeniedFailure, unavailableFailure } from './protocol/failures';
import { gossipService, serverFeaturesService, streamsService } from './protocol/services';
import { createEventSource } from './read/event-source';
import { requireToken } from './transport/admit-calls';
import { createCallSupervisor } from './transport/call-supervisor';
import { startGrpcServer, type GrpcServer, assertLoopback } from './transport/grpc-server';
import { acquireLeadership, type Log } from './write/leadership';
import { leaveReplacedServer } from './write/leave-replaced-server';
import { createRecentIds } from './write/recent-ids';
import { createWriter } from './write/writer';

export interface LocalEventStoreOptions {
  readonly databaseUrl: string;
  /** A loopback address; 127.0.0.1 by default. */
  readonly host?: string;
  /** 0 means any free port. */
  readonly port: number;
  /** What every client must give; a random one by default. Letters, digits, `-` and `_`. */
  readonly token?: string;
  /** Postgres schema of the log; `event_store` by default. */
  readonly schema?: string;
  /** How long a start waits for the database and for the end of another process that serves the schema; 15 s by default. */
  readonly acquireTimeoutMs?: number;
  /** Milliseconds that queued writes have when a stop begins; 4,000 by default. */
  readonly drainMs?: number;
  /** Milliseconds that clients have after a stop to receive the status of their calls, before they lose the connection; 2,000 by default. */
  readonly closeMs?: number;
  readonly log?: Log;
}

export interface LocalEventStore {
  readonly port: number;
  /** Holds the token. */
  readonly connectionString: string;
  /**
   * Ends every open call with a status, within `drainMs` and `closeMs`: writes that are queued are committed and answered, all other calls get UNAVAILABLE.
   * Resolves when the port is free and the connections to the database are closed; may be called twice.
   */
  stop(): Promise<void>;
}

/**
 * Starts an EventStoreDB-protocol server on Postgres for clients of this machine that have its token. Rejects for a host that is not loopback, and when the
 * database was away or another process served the same schema for `acquireTimeoutMs`.
 */
export async function startLocalEventStore(options: LocalEventStoreOptions): Promise<LocalEventStore> {
  const { databaseUrl, host = '127.0.0.1', port, schema = 'event_store', acquireTimeoutMs = 15_000, log = () => undefined } = options;
  const { token = randomBytes(24).toString('base64url'), drainMs = 4_000, closeMs = 2_000 } = options;
  assertLoopback(host);
  assertSchemaName(schema);
  const committed = createCommittedLog();
  const recent = createRecentIds();
  const timelines = new Timelines();
  const where = { databaseUrl, schema, timelines };
  const reader = createEventReader(where);
  const reportUnexpected = (error: unknown) => log('error', 'unexpected error in a call', { reason: String(error) });
  const reads = createCallSupervisor(reportUnexpected);
  let ledBefore = false;
  const leadership = await acquireLeadership({
    connect: async (onLost) => {
      const connection = await connectWriter(where, onLost);
      // Its own connections stay where the last writer was.
      if (addressesOf(databaseUrl).length > 1) reader.leave(connection.address);
      return connection;
    },
    committed,
    timeoutMs: acquireTimeoutMs,
    onAcquired: (newest) => {
      // Recent ids are lost on a restart, as in EventStoreDB; but after a lost connection the last commit may have become durable.
      if (ledBefore) recent.remember(newest);
      ledBefore = true;
    },
    log,
  }).catch(async (error: unknown) => {
    await reader.stop();
    throw error;
  });
  const ending = new AbortController();
  const leave = () => {
    // What they have read or wait for may not be in the log of the new primary.
    reader.leave();
    reads.endOpen(unavailableFailure('the database has another primary'));
  };
  void leaveReplacedServer({ databaseUrl, timelines, leadership, leave, signal: ending.signal, log });
  const writer = createWriter({ leadership, committed, recent, log });
  const source = createEventSource(committed, reader);
  const closeDatabase = async () => {
    ending.abort();
    leadership.stop();
    await reader.stop();
  };

  const writes = createCallSupervisor(reportUnexpected);
  const server: GrpcServer = await startGrpcServer({
    host,
    port,
    refusal: requireToken(token, '/event_store.client.streams.Streams/', accessDeniedFailure),
    addServices: (grpc) => {
      grpc.addService(streamsService, {
        read: handleRead(source, committed.signal, reads),
        append: handleAppend(writer, writes),
        batchAppend: handleBatchAppend(writer, writes),
        delete: handleDelete(writer, writes, 'delete'),
        tombstone: handleDelete(writer, writes, 'tombstone'),
      });
      grpc.addService(serverFeaturesService, { getSupportedMethods: handleSupportedMethods() });
      grpc.addService(gossipService, { read: handleGossip(() => ({ address: host, port: server.port })) });
    },
  }).catch(async (error: unknown) => {
    await closeDatabase();
    throw error;
  });
  const stopAll = async () => {
    const stopping = unavailableFailure('the event store is stopping');
    reads.failAll(stopping);
    await Promise.race([writer.drain(stopping), delay(drainMs, undefined, { ref: false })]);
    writes.failAll(stopping);
    await server.stop(closeMs);
    await closeDatabase();
  };
  let stopped: Promise<void> | undefined;
  return {
    port: server.port,
    connectionString: `esdb://${host}:${server.port}?tls=false&connectionName=${token}`,
    stop: () => (stopped ??= stopAll()),
  };
}
