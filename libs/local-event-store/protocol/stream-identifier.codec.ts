import type { StreamIdentifier } from './messages';
import { toBuffer } from './encode-message';

export function fromStreamIdentifier(identifier: StreamIdentifier | undefined): string {
  return identifier ? toBuffer(identifier.streamName).toString('utf8') : '';
}

export function toStreamIdentifier(stream: string): StreamIdentifier {
  return { streamName: Buffer.from(stream) };
}
