import { randomUUID } from 'node:crypto';
import { credentials, InterceptingCall, status, type Interceptor, type ServiceError } from '@grpc/grpc-js';
import { END, EventStoreDBClient, jsonEvent, UnavailableError } from '@eventstore/db-client';
import { Empty, StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb';
import { AppendReq, BatchAppendReq, DeleteReq, ReadReq } from '@eventstore/db-client/generated/streams_pb';
import { Client } from 'pg';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { startLocalEventStore, type LocalEventStore } from '../index';
import { eventOf, onPath, until } from './contract-client';

// EventStoreDB ends the calls that are open when it stops with CANCELLED or UNAVAILABLE in the trailers; this store says UNAVAILABLE.
const stopped = { code: status.UNAVAILABLE, details: 'the event store is stopping' };
const unavailable = expect.objectContaining({ constructor: UnavailableError, message: expect.stringContaining(stopped.details) });

describe('a graceful stop', () => {
  let databaseUrl: string;
  let store: LocalEventStore;
  let client: EventStoreDBClient;
  let raw: StreamsClient;
  let stream: string;

  /** On a busy machine a write may take longer than the default, and so may a client to receive what was sent before the status. */
  const patientMs = 120_000;
  beforeEach(() => begin(patientMs));
  afterEach(() => end());

  async function begin(drainMs: number): Promise<void> {
    databaseUrl = await freshDatabase();
    store = await startLocalEventStore({ databaseUrl, port: 0, drainMs, closeMs: patientMs });
    client = EventStoreDBClient.connectionString(`${store.connectionString}&defaultDeadline=${patientMs}`);
    const token = new URL(store.connectionString).searchParams.get('connectionName') ?? '';
    const withToken: Interceptor = (options, nextCall) =>
      new InterceptingCall(nextCall(options), {
        start: (metadata, listener, next) => (metadata.set('connection-name', token), next(metadata, listener)),
      });
    raw = new StreamsClient(`127.0.0.1:${store.port}`, credentials.createInsecure(), { interceptors: [withToken] });
    stream = `stopping-${randomUUID()}`;
    await client.appendToStream(stream, eventOf('Before'));
  }

  async function end(): Promise<void> {
    await store.stop();
    raw.close();
    await client.dispose();
  }

  const identifier = () => {
    const message = new StreamIdentifier();
    message.setStreamName(Buffer.from(stream));
    return message;
  };

  /** Holds the log's table, so that writes stay open; returns what lets them go on. */
  const lockLog = async () => {
    const locker = new Client({ connectionString: databaseUrl });
    await locker.connect();
    await locker.query('begin');
    await locker.query('lock table event_store.event in share row exclusive mode');
    return () => locker.end();
  };
  const writesWaiting = async () => {
    const watcher = new Client({ connectionString: databaseUrl });
    await watcher.connect();
    await until('a write that waits for the lock', async () => {
      const { rowCount } = await watcher.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount === 1;
    });
    await watcher.end();
  };

  it.each(['stream', '$all'])('answers a subscriber of %s that the store is unavailable', async (source) => {
    const subscription =
      source === '$all' ? client.subscribeToAll({ fromPosition: END }) : client.subscribeToStream(stream, { fromRevision: END });
    const failed = new Promise((resolve) => subscription.once('error', resolve));
    await new Promise<void>((resolve) => subscription.once('caughtUp', () => resolve()));
    await store.stop();
    expect(await failed).toEqual(unavailable);
  });

  it('answers a reader in the middle of a long read', async () => {
    for (let append = 0; append < 20; append += 1) await client.appendToStream(stream, eventOf('Large', { text: 'x'.repeat(900_000) }));
    const reading = (async () => {
      let read = 0;
      for await (const { event } of client.readStream(stream)) if (event && ++read === 2) await store.stop();
    })();
    // grpc-js leaves the trailers unread when a busy client sees the connection's end first: then it says UNAVAILABLE in words of its own.
    await expect(reading).rejects.toEqual(expect.objectContaining({ constructor: UnavailableError, code: status.UNAVAILABLE }));
  });

  it('says so in the trailers of a raw read', async () => {
    const options = new ReadReq.Options();
    const all = new ReadReq.Options.AllOptions();
    all.setEnd(new Empty());
    options.setAll(all);
    options.setSubscription(new ReadReq.Options.SubscriptionOptions());
    options.setNoFilter(new Empty());
    const request = new ReadReq();
    request.setOptions(options);
    const call = raw.read(request);
    const failed = new Promise<ServiceError>((resolve) => call.once('error', resolve));
    await new Promise<void>((resolve) => call.once('data', () => resolve()));
    await store.stop();
    expect(await failed).toMatchObject(stopped);
  });

  it('says so in the trailers of an append whose events are still to come', async () => {
    const failed = new Promise<ServiceError | null>((resolve) => {
      const call = raw.append((error) => resolve(error));
      const options = new AppendReq.Options();
      options.setStreamIdentifier(identifier());
      options.setAny(new Empty());
      const request = new AppendReq();
      request.setOptions(options);
      call.write(request);
    });
    // A call made after it on the same connection is answered after it has arrived.
    await new Promise((resolve) => raw.delete(new DeleteReq(), resolve));
    await store.stop();
    expect(await failed).toMatchObject(stopped);
  });

  it('says so in the trailers of a batch call without appends', async () => {
    const call = raw.batchAppend();
    const failed = new Promise<ServiceError>((resolve) => call.once('error', resolve));
    const request = new BatchAppendReq();
    const correlationId = new UUID();
    correlationId.setString(randomUUID());
    request.setCorrelationId(correlationId);
    request.setIsFinal(true);
    call.write(request);
    await new Promise<void>((resolve) => call.once('data', () => resolve()));
    await store.stop();
    expect(await failed).toMatchObject(stopped);
  });

  it.each(['batch', 'classic'] as const)('commits and answers an append that was under way (%s)', async (path) => {
    const unlock = await lockLog();
    const append = client.appendToStream(stream, eventOf('UnderWay'), onPath(path, { expectedRevision: 0n }));
    await writesWaiting();
    const stopping = store.stop();
    await unlock();
    await expect(append).resolves.toMatchObject({ success: true, nextExpectedRevision: 1n });
    await stopping;
  });

  it.each(['batch', 'classic'] as const)('answers an append that cannot be committed in time (%s)', async (path) => {
    await end();
    await begin(500);
    const unlock = await lockLog();
    const append = client.appendToStream(stream, jsonEvent({ type: 'Late', data: {} }), onPath(path));
    const refused = expect(append).rejects.toEqual(unavailable);
    await writesWaiting();
    await store.stop();
    await refused;
    await unlock();
  });

  it('commits and answers a deletion that was under way', async () => {
    const unlock = await lockLog();
    const deletion = client.deleteStream(stream, { expectedRevision: 0n });
    await writesWaiting();
    const stopping = store.stop();
    await unlock();
    await expect(deletion).resolves.toMatchObject({ position: expect.anything() });
    await stopping;
  });
});
