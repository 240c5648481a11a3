import type { ExpectedRevision } from '../write/write-request';
import { WireReader } from './wire-reader';
import { WireWriter } from './wire-writer';
import { writeSuccess } from './write-response.codec';

export interface BatchAppendMessage {
  /** The UUID message as sent; it must be echoed unchanged. */
  readonly correlationId: Buffer;
  readonly options: Buffer | undefined;
  readonly events: readonly Buffer[];
  readonly isFinal: boolean;
}

/** What a batch response says about the request it answers. */
export interface BatchAddress {
  readonly correlationId: Buffer;
  readonly stream: string;
  readonly expected: ExpectedRevision;
}

export type BatchError =
  | { readonly kind: 'wrong_expected_version'; readonly current: bigint }
  | { readonly kind: 'stream_deleted' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'maximum_append_size_exceeded'; readonly maxBytes: number }
  | { readonly kind: 'bad_request'; readonly reason: string };

const typePrefix = 'type.googleapis.com/event_store.client.';

export function decodeBatchAppend(bytes: Buffer): BatchAppendMessage {
  const reader = new WireReader(bytes);
  let correlationId: Buffer = Buffer.alloc(0);
  let options: Buffer | undefined;
  const events: Buffer[] = [];
  let isFinal = false;
  while (reader.next()) {
    if (reader.field === 1) correlationId = reader.message();
    else if (reader.field === 2) options = reader.message();
    else if (reader.field === 3) events.push(reader.message());
    else if (reader.field === 4) isFinal = reader.flag();
    else reader.skip();
  }
  return { correlationId, options, events, isFinal };
}

export function encodeBatchSuccess(address: BatchAddress, revision: bigint, position: bigint | undefined): Buffer {
  const writer = new WireWriter().content(1, address.correlationId);
  writer.message(3, (success) => writeSuccess(success, revision, position));
  return writeAddress(writer, address).frame();
}

export function encodeBatchError(address: BatchAddress, error: BatchError): Buffer {
  const writer = new WireWriter().content(1, address.correlationId);
  writer.message(2, (status) => {
    const { code, message, detail } = describe(error);
    status.unsigned(1, code).content(2, message);
    status.message(3, (any) => any.content(1, typePrefix + detail).message(2, (value) => writeDetail(value, address, error)));
  });
  return writeAddress(writer, address).frame();
}

function writeAddress(writer: WireWriter, { stream, expected }: BatchAddress): WireWriter {
  writer.message(4, (identifier) => identifier.content(3, stream));
  if (typeof expected === 'bigint') return writer.unsigned(5, expected);
  return writer.empty(expected === 'no_stream' ? 6 : expected === 'any' ? 7 : 8);
}

function describe(error: BatchError): { code: number; message: string; detail: string } {
  switch (error.kind) {
    case 'wrong_expected_version':
      return { code: 6, message: 'Wrong expected version', detail: 'WrongExpectedVersion' };
    case 'stream_deleted':
      return { code: 5, message: 'Stream is deleted', detail: 'StreamDeleted' };
    case 'timeout':
      return { code: 4, message: 'Timeout', detail: 'Timeout' };
    case 'maximum_append_size_exceeded':
      return { code: 3, message: 'Maximum append size exceeded', detail: 'MaximumAppendSizeExceeded' };
    case 'bad_request':
      return { code: 3, message: error.reason, detail: 'BadRequest' };
  }
}

function writeDetail(writer: WireWriter, { stream, expected }: BatchAddress, error: BatchError): void {
  if (error.kind === 'stream_deleted') writer.message(1, (identifier) => identifier.content(3, stream));
  else if (error.kind === 'maximum_append_size_exceeded') writer.unsigned(1, error.maxBytes);
  else if (error.kind === 'bad_request') writer.content(1, error.reason);
  else if (error.kind === 'wrong_expected_version') {
    if (error.current < 0n) writer.empty(2);
    else writer.unsigned(1, error.current);
    if (typeof expected === 'bigint') writer.unsigned(3, expected);
    else writer.empty(expected === 'any' ? 4 : expected === 'stream_exists' ? 5 : 6);
  }
}
