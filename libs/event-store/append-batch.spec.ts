import { jsonEvent, type EventStoreDBClient } from '@eventstore/db-client';
import { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { appendBatch } from './append-batch';

class BatchAppendCall extends EventEmitter {
  readonly messages: BatchAppendReq[] = [];
  isCancelled = false;
  write = (message: BatchAppendReq): void => void this.messages.push(message);
  end = (): void => undefined;
  cancel = (): void => void (this.isCancelled = true);
}

const eventsOf = (count: number, text = '') =>
  Array.from({ length: count }, () => jsonEvent({ id: randomUUID(), type: 'Written', data: { text }, metadata: {} }));

function appending(events: ReturnType<typeof eventsOf>) {
  const call = new BatchAppendCall();
  const client = {
    execute: (_kind: unknown, _name: string, action: (streams: object) => unknown) => action({ batchAppend: () => call }),
    callArguments: () => [],
  } as unknown as EventStoreDBClient;
  const appended = appendBatch(client, 'stream-1', events, { expectedRevision: 'no_stream', deadline: 1_000 });
  return { call, appended };
}

describe('an append by BatchAppend', () => {
  it('cancels its call when the answer is there, as a server may keep that open', async () => {
    const { call, appended } = appending(eventsOf(2));
    expect(call.isCancelled).toBe(false);
    call.emit('data', new BatchAppendResp().setSuccess(new BatchAppendResp.Success().setCurrentRevision('1')));
    expect(await appended).toEqual({ revision: 1, position: 0n });
    expect(call.isCancelled).toBe(true);
    expect(call.emit('error', new Error('1 CANCELLED'))).toBe(true);
  });

  it('is one message; of more than a mebibyte several, the last of which is final', () => {
    const partsOf = (events: ReturnType<typeof eventsOf>) =>
      appending(events).call.messages.map((message) => [message.getProposedMessagesList().length, message.getIsFinal()]);
    expect(partsOf(eventsOf(300))).toEqual([[300, true]]);
    expect(partsOf(eventsOf(3, 'x'.repeat(600 * 1024)))).toEqual([
      [1, false],
      [1, false],
      [1, true],
    ]);
  });

  it('fails where the call ends without an answer', async () => {
    const { call, appended } = appending(eventsOf(2));
    call.emit('end');
    await expect(appended).rejects.toThrow('without an answer');
  });
});
