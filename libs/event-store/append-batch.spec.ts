import { DeadlineExceededError, EventStoreDBClient } from '@eventstore/db-client';
import { Status } from '@eventstore/db-client/generated/status_pb';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb';
import { BatchAppendResp, type BatchAppendReq } from '@eventstore/db-client/generated/streams_pb';
import { Server, ServerCredentials, type ServerDuplexStream } from '@grpc/grpc-js';
import { newId } from '@pps/kernel';
import { appendBatch } from './append-batch';
import { encodeAppend } from './encode-append';
import { someone } from './testing';

type Call = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

/** A server whose answers a test makes: what arrived on its calls, by stream of the append. */
class ScriptedServer {
  readonly received: BatchAppendReq[] = [];
  readonly calls: Call[] = [];
  onMessage: (call: Call, message: BatchAppendReq) => void = () => undefined;
  onHalfClose: (call: Call) => void = () => undefined;
  onCanceled: (call: Call) => void = () => undefined;
  private readonly server = new Server();

  async start(): Promise<number> {
    const { batchAppend } = StreamsService;
    this.server.addService({ batchAppend } as never, {
      batchAppend: (call: Call) => {
        this.calls.push(call);
        call.on('data', (message: BatchAppendReq) => {
          this.received.push(message);
          this.onMessage(call, message);
        });
        call.on('end', () => this.onHalfClose(call));
        call.on('cancelled', () => this.onCanceled(call));
      },
    });
    return new Promise((resolve, reject) =>
      this.server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => (error ? reject(error) : resolve(port))),
    );
  }

  stop = (): void => this.server.forceShutdown();
}

let server: ScriptedServer;
let client: EventStoreDBClient;
beforeEach(async () => {
  server = new ScriptedServer();
  client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${await server.start()}?tls=false`);
});
afterEach(async () => {
  await client.dispose();
  server.stop();
});

const fact = (text = '') => ({ id: newId(), type: 'Written', data: { text }, metadata: { ...someone, schemaVersion: 1 } });
const appendOf = (stream: string, facts = [fact()]) => encodeAppend({ stream, facts, expected: 'no_stream' });
const begin = (appends: readonly ReturnType<typeof appendOf>[], deadline = 300_000) => appendBatch(client, appends, { deadline }, 600_000);
const streamOf = (message: BatchAppendReq) =>
  Buffer.from(message.getOptions()?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString();

const answerTo = (message: BatchAppendReq) => new BatchAppendResp().setCorrelationId(message.getCorrelationId());
const success = (message: BatchAppendReq, revision: number) =>
  answerTo(message).setSuccess(new BatchAppendResp.Success().setCurrentRevision(String(revision)));
const refusal = (message: BatchAppendReq) => answerTo(message).setError(new Status().setMessage('refused'));

describe('many appends by one call', () => {
  it('are a message each, which all arrive whole and in order, of empty ones to those of hundreds of kilobytes', async () => {
    const texts = ['', 'x', 'ö🎈'.repeat(50), 'y'.repeat(300_000), 'z'];
    const appends = texts.map((text, index) => appendOf(`stream-${index}`, [fact(text)]));
    server.onMessage = (call, message) => call.write(success(message, 0));
    await Promise.all(begin(appends));
    expect(server.calls).toHaveLength(1);
    const written = server.received.map((message) => message.getProposedMessagesList().map((each) => each.getData_asU8()));
    expect(written.map(([data]) => JSON.parse(Buffer.from(data ?? []).toString()) as unknown)).toEqual(texts.map((text) => ({ text })));
    expect(server.received.map(streamOf)).toEqual(appends.map(({ stream }) => stream));
  });

  it('of one are one message up to a mebibyte, of more than that several, the last of which is final', async () => {
    server.onMessage = (call, message) => (message.getIsFinal() ? call.write(success(message, 0)) : undefined);
    await Promise.all(
      begin([
        appendOf(
          'many',
          Array.from({ length: 300 }, () => fact()),
        ),
      ]),
    );
    await Promise.all(
      begin([
        appendOf(
          'large',
          Array.from({ length: 3 }, () => fact('x'.repeat(600 * 1024))),
        ),
      ]),
    );
    expect(server.received.map((message) => [message.getProposedMessagesList().length, message.getIsFinal()])).toEqual([
      [300, true],
      [1, false],
      [1, false],
      [1, true],
    ]);
  });

  it('end each for itself, in whatever order they are answered, and an answer to nobody or given twice is ignored', async () => {
    const messages: BatchAppendReq[] = [];
    server.onMessage = (call, message) => {
      if (messages.push(message) < 3) return;
      const [first, second, third] = messages as [BatchAppendReq, BatchAppendReq, BatchAppendReq];
      call.write(success(third, 3));
      call.write(success(third, 4));
      call.write(new BatchAppendResp().setSuccess(new BatchAppendResp.Success()));
      call.write(refusal(second));
      call.write(success(first, 1));
      call.end();
    };
    const outcomes = await Promise.allSettled(begin(['a', 'b', 'c'].map((stream) => appendOf(stream))));
    expect(outcomes).toMatchObject([
      { value: { revision: 1 } },
      { status: 'rejected', reason: { message: 'the event store answered refused' } },
      { value: { revision: 3 } },
    ]);
  });

  it('have their outcome where it is known; the others end with the deadline', async () => {
    server.onMessage = (call, message) => (streamOf(message) === 'silent' ? undefined : call.write(success(message, 0)));
    const [first, silent, third] = begin(
      ['a', 'silent', 'c'].map((stream) => appendOf(stream)),
      1_000,
    );
    const late = Promise.allSettled([silent]);
    expect(await Promise.all([first, third])).toMatchObject([{ revision: 0 }, { revision: 0 }]);
    expect(await late).toMatchObject([{ reason: expect.any(DeadlineExceededError) as unknown }]);
  });

  it('fail where the call ends without their answer, and only those', async () => {
    server.onMessage = (call, message) => {
      if (streamOf(message) === 'b') return void call.end();
      call.write(success(message, 0));
    };
    const [first, second] = begin(['a', 'b'].map((stream) => appendOf(stream)));
    await expect(second).rejects.toThrow('without an answer');
    expect(await first).toMatchObject({ revision: 0 });
  });

  it('half-close their call when all are answered: EventStoreDB ends one that is half-closed with the next answer', async () => {
    server.onHalfClose = (call) => call.end();
    const arrived = new Promise<void>((resolve) => (server.onMessage = () => (server.received.length === 5 ? resolve() : undefined)));
    const outcomes = begin(['a', 'b', 'c', 'd', 'e'].map((stream) => appendOf(stream)));
    await arrived;
    // Each answer only when the one before has come: what the client half-closes too soon the server has ended by then.
    for (const [index, message] of server.received.entries()) {
      server.calls[0]?.write(success(message, index));
      expect(await outcomes[index]).toMatchObject({ revision: index });
    }
  });

  it('cancel their call where the server keeps it open after its answers', async () => {
    server.onMessage = (call, message) => call.write(success(message, 0));
    const canceled = new Promise<void>((resolve) => (server.onCanceled = () => resolve()));
    await Promise.all(begin([appendOf('a'), appendOf('b')]));
    await canceled;
    expect(server.calls).toHaveLength(1);
  });

  it('do not cancel a call that the server ends: it closes the connection of who cancels a thousand at once', async () => {
    server.onMessage = (call, message) => call.write(success(message, 0));
    server.onHalfClose = (call) => call.end();
    for (let round = 0; round < 15; round++)
      await Promise.all(Array.from({ length: 100 }, () => Promise.all(begin([appendOf('a'), appendOf('b')]))));
    expect(server.calls).toHaveLength(1_500);
  });
});
