import { status } from '@grpc/grpc-js';
import { GrpcFailure } from '../transport/grpc-failure';
import type { ProposedEvent } from '../write/write-request';
import { invalidArgumentFailure } from './failures';
import type { ProposedMessage } from './messages';
import { toBuffer } from './encode-message';
import { fromUuidMessage } from './uuid.codec';

const emptyId = '00000000-0000-0000-0000-000000000000';

/** Reads one proposed event; its bytes share memory with the message. Throws GrpcFailure INVALID_ARGUMENT naming what is missing. */
export function fromProposedMessage({ id, metadata, customMetadata, data }: ProposedMessage): ProposedEvent {
  const type = metadata['type'];
  const contentType = metadata['content-type'];
  if (type === undefined || contentType === undefined) throw missingProperty(type === undefined ? 'type' : 'content-type');
  const eventId = id ? fromUuidMessage(id) : emptyId;
  if (eventId === emptyId) throw invalidArgumentFailure('an event id is empty');
  if (type === '' || type.includes('\0')) throw invalidArgumentFailure('an event type is empty or has U+0000');
  return { id: eventId, type, isJson: contentType === 'application/json', data: toBuffer(data), metadata: toBuffer(customMetadata) };
}

function missingProperty(name: string): GrpcFailure {
  return new GrpcFailure(status.INVALID_ARGUMENT, `Required Metadata Property '${name}' is missing`, {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });
}
