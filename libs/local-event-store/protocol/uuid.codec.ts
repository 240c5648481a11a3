import { GrpcFailure, grpcStatus } from '../transport/grpc-failure';
import { WireReader } from './wire-reader';
import type { WireWriter } from './wire-writer';

export type UuidForm = 'string' | 'structured';

const canonical = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Reads a UUID in either form as canonical lower-case text. Throws GrpcFailure INVALID_ARGUMENT for anything else. */
export function decodeUuid(bytes: Buffer): string {
  const reader = new WireReader(bytes);
  let text = '';
  while (reader.next()) {
    if (reader.field === 1) text = decodeStructured(reader.message());
    else if (reader.field === 2) text = reader.text().toLowerCase();
    else reader.skip();
  }
  if (!canonical.test(text)) throw new GrpcFailure(grpcStatus.invalidArgument, 'an event id is not a UUID');
  return text;
}

/** Writes the content of a UUID message in the form the client asked for. */
export function encodeUuid(writer: WireWriter, id: string, form: UuidForm): void {
  if (form === 'string') {
    writer.content(2, id);
    return;
  }
  const hex = id.replaceAll('-', '');
  writer.message(1, (half) => half.unsigned(1, BigInt(`0x${hex.slice(0, 16)}`)).unsigned(2, BigInt(`0x${hex.slice(16)}`)));
}

function decodeStructured(bytes: Buffer): string {
  const reader = new WireReader(bytes);
  let most = 0n;
  let least = 0n;
  while (reader.next()) {
    if (reader.field === 1) most = reader.unsigned();
    else if (reader.field === 2) least = reader.unsigned();
    else reader.skip();
  }
  const hex = most.toString(16).padStart(16, '0') + least.toString(16).padStart(16, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
