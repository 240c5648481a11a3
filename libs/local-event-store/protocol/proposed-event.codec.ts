import { GrpcFailure, grpcStatus } from '../transport/grpc-failure';
import type { ProposedEvent } from '../write/write-request';
import { decodeUuid } from './uuid.codec';
import { WireReader } from './wire-reader';

const emptyId = '00000000-0000-0000-0000-000000000000';
const nothing: Buffer = Buffer.alloc(0);

/** Reads one proposed event; its bytes share memory with the message. Throws GrpcFailure INVALID_ARGUMENT naming what is missing. */
export function decodeProposedEvent(bytes: Buffer): ProposedEvent {
  const reader = new WireReader(bytes);
  let id = emptyId;
  let type: string | undefined;
  let contentType: string | undefined;
  let data = nothing;
  let metadata = nothing;
  while (reader.next()) {
    if (reader.field === 1) id = decodeUuid(reader.message());
    else if (reader.field === 2) {
      const [key, value] = decodeMapEntry(reader.message());
      if (key === 'type') type = value;
      else if (key === 'content-type') contentType = value;
    } else if (reader.field === 3) metadata = reader.message();
    else if (reader.field === 4) data = reader.message();
    else reader.skip();
  }
  if (type === undefined || contentType === undefined) throw missingProperty(type === undefined ? 'type' : 'content-type');
  if (id === emptyId) throw new GrpcFailure(grpcStatus.invalidArgument, 'an event id is empty');
  if (type === '' || type.includes('\0')) throw new GrpcFailure(grpcStatus.invalidArgument, 'an event type is empty or has U+0000');
  return { id, type, isJson: contentType === 'application/json', data, metadata };
}

/** Bytes of an event that count against the limit of an append. */
export function appendSizeOf(event: ProposedEvent): number {
  return event.data.length + event.metadata.length + 2 * event.type.length;
}

function missingProperty(name: string): GrpcFailure {
  return new GrpcFailure(grpcStatus.invalidArgument, `Required Metadata Property '${name}' is missing`, {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });
}

function decodeMapEntry(bytes: Buffer): [string, string] {
  const reader = new WireReader(bytes);
  let key = '';
  let value = '';
  while (reader.next()) {
    if (reader.field === 1) key = reader.text();
    else if (reader.field === 2) value = reader.text();
    else reader.skip();
  }
  return [key, value];
}
