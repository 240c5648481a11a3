import type { EventStoreDBClient } from '@eventstore/db-client';
import { StreamIdentifier, WrongExpectedVersion } from '@eventstore/db-client/generated/shared_pb';
import { Status } from '@eventstore/db-client/generated/status_pb';
import { BatchAppendResp, type BatchAppendReq } from '@eventstore/db-client/generated/streams_pb';
import { newId } from '@pps/kernel';
import { Any } from 'google-protobuf/google/protobuf/any_pb';
import { EventEmitter } from 'node:events';
import { StoreUnavailable, WrongRevision } from './event-store';
import { sharedAppends } from './shared-appends';
import { someone } from './testing';

/** A call to a server that answers when it is told to. */
class Call extends EventEmitter {
  readonly requests: BatchAppendReq[] = [];
  cancelled = false;

  write(request: BatchAppendReq): boolean {
    this.requests.push(request);
    return true;
  }

  cancel(): void {
    this.cancelled = true;
  }

  confirm(request: BatchAppendReq | undefined, revision: string): void {
    const success = new BatchAppendResp.Success();
    success.setCurrentRevision(revision);
    this.answer(request, (answer) => answer.setSuccess(success));
  }

  refuse(request: BatchAppendReq | undefined): void {
    const details = new Any();
    details.pack(new WrongExpectedVersion().serializeBinary(), 'event_store.client.WrongExpectedVersion');
    const error = new Status();
    error.setDetails(details);
    this.answer(request, (answer) => answer.setError(error));
  }

  private answer(request: BatchAppendReq | undefined, fill: (answer: BatchAppendResp) => void): void {
    const answer = new BatchAppendResp();
    answer.setCorrelationId(request?.getCorrelationId());
    answer.setStreamIdentifier(new StreamIdentifier());
    fill(answer);
    this.emit('data', answer);
  }
}

let calls: Call[];

function shared(timeoutMs = 10_000) {
  calls = [];
  const open = async () => {
    const call = new Call();
    calls.push(call);
    return call;
  };
  const client = { GRPCStreamCreator: () => open, callArguments: () => [] } as unknown as EventStoreDBClient;
  const appends = sharedAppends(client, timeoutMs);
  const append = (text = '') =>
    appends.append('counter-1', [{ id: newId(), type: 'Counted', data: { text }, metadata: { ...someone, schemaVersion: 1 } }], 3);
  return append;
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('carries appends side by side and gives each its own answer, in whatever order they come', async () => {
  const append = shared();
  const [first, second] = [append(), append()];
  await turn();
  const [call] = calls;
  call?.refuse(call.requests[1]);
  call?.confirm(call.requests[0], '4');
  await expect(first).resolves.toMatchObject({ revision: 4 });
  await expect(second).rejects.toThrow(WrongRevision);
  expect(calls).toHaveLength(1);
});

it('leaves the outcome open for all that were on a call that broke, and takes another call then', async () => {
  const append = shared();
  const answered = append();
  await turn();
  calls[0]?.confirm(calls[0].requests[0], '4');
  await answered;
  const lost = append();
  await turn();
  calls[0]?.emit('error', new Error('the connection dropped'));
  await expect(lost).rejects.toThrow('the connection dropped');
  const after = append();
  await turn();
  calls[1]?.confirm(calls[1].requests[0], '5');
  await expect(after).resolves.toMatchObject({ revision: 5 });
});

it('is avoided for a while when a call broke without a single answer', async () => {
  const append = shared();
  const lost = append();
  await turn();
  calls[0]?.emit('error', new Error('the method is unknown'));
  await expect(lost).rejects.toThrow('unknown');
  expect(append()).toBeNull();
});

it('takes no new appends on a call that did not answer in time', async () => {
  const append = shared(100);
  const silent = append();
  await expect(silent).rejects.toThrow(StoreUnavailable);
  await turn();
  expect(calls[0]?.cancelled).toBe(true);
  const next = append();
  await turn();
  calls[1]?.confirm(calls[1].requests[0], '4');
  await expect(next).resolves.toMatchObject({ revision: 4 });
});

it('does not take what one server might find too large for a message', () => {
  expect(shared()('x'.repeat(300 * 1024))).toBeNull();
  expect(calls).toHaveLength(0);
});
