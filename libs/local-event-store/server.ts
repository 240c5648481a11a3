import { randomUUID } from 'node:crypto';
import { serveAppend } from './handlers/append.handler';
import { serveBatchAppend } from './handlers/batch-append.handler';
import { serveDelete } from './handlers/delete.handler';
import { serveRead } from './handlers/read.handler';
import { createCommittedLog } from './log/committed-log';
import { ticksOf } from './log/stored-event';
import { createEventReader } from './postgres/event-reader';
import { assertSchemaName } from './postgres/schema';
import { connectWriter } from './postgres/writer-connection';
import { encodeClusterInfo, encodeSupportedMethods } from './protocol/cluster.codec';
import { createEventSource } from './read/event-source';
import { startGrpcServer, type GrpcHandler, type GrpcServer } from './transport/grpc-server';
import { assertLoopback } from './transport/loopback';
import { oneRequest } from './transport/one-request';
import { takeLeadership, type Log } from './write/leadership';
import { createRecentIds } from './write/recent-ids';
import { createWriter } from './write/writer';

export interface LocalEventStoreOptions {
  readonly databaseUrl: string;
  /** A loopback address; 127.0.0.1 by default. */
  readonly host?: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Postgres schema of the log; `event_store` by default. */
  readonly schema?: string;
  readonly log?: Log;
}

export interface LocalEventStore {
  readonly port: number;
  readonly connectionString: string;
  stop(): Promise<void>;
}

/**
 * Starts an EventStoreDB-protocol server on Postgres for this machine only. Rejects for a host that is not loopback, and after 15 s
 * without the database or while another process serves the same schema.
 */
export async function startLocalEventStore(options: LocalEventStoreOptions): Promise<LocalEventStore> {
  const { databaseUrl, host = '127.0.0.1', port, schema = 'event_store', log = () => undefined } = options;
  assertLoopback(host);
  assertSchemaName(schema);
  const committed = createCommittedLog();
  const recent = createRecentIds();
  let ledBefore = false;
  const leadership = await takeLeadership({
    connect: (onLost) => connectWriter(databaseUrl, schema, onLost),
    committed,
    onTakeOver: (newest) => {
      // A restart forgets, as the original does; who only lost the connection knows what became of the last commit.
      if (ledBefore) recent.remember(newest);
      ledBefore = true;
    },
    log,
  });
  const writer = createWriter({ leadership, committed, recent, log });
  const reader = createEventReader(databaseUrl, schema);
  const source = createEventSource(committed, reader);
  const stopParts = async () => {
    writer.stop();
    leadership.stop();
    await reader.stop();
  };

  const onUnexpected = (error: unknown) => log('error', 'unexpected error in a call', { reason: String(error) });
  const memberId = randomUUID();
  const streams = '/event_store.client.streams.Streams';
  const handlers: ReadonlyMap<string, GrpcHandler> = new Map<string, GrpcHandler>([
    [`${streams}/Read`, oneRequest(serveRead(source, committed.signal), onUnexpected)],
    [`${streams}/Append`, serveAppend(writer)],
    [`${streams}/BatchAppend`, serveBatchAppend(writer)],
    [`${streams}/Delete`, oneRequest(serveDelete(writer, 'delete'), onUnexpected)],
    [`${streams}/Tombstone`, oneRequest(serveDelete(writer, 'tombstone'), onUnexpected)],
    [
      '/event_store.client.server_features.ServerFeatures/GetSupportedMethods',
      oneRequest(async (_, call) => call.send(encodeSupportedMethods()), onUnexpected),
    ],
    [
      '/event_store.client.gossip.Gossip/Read',
      oneRequest(
        async (_, call) => call.send(encodeClusterInfo({ id: memberId, address: host, port: server.port, now: ticksOf(Date.now()) })),
        onUnexpected,
      ),
    ],
  ]);
  const server: GrpcServer = await startGrpcServer({ host, port, handlers, onUnexpected }).catch(async (error: unknown) => {
    await stopParts();
    throw error;
  });
  return {
    port: server.port,
    connectionString: `esdb://${host}:${server.port}?tls=false`,
    async stop() {
      await server.stop();
      await stopParts();
    },
  };
}
