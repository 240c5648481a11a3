import type { StreamIdentifier } from './generated/shared';

export function fromStreamIdentifier(identifier: StreamIdentifier | undefined): string {
  return identifier?.streamName.toString('utf8') ?? '';
}

export function toStreamIdentifier(stream: string): StreamIdentifier {
  return { streamName: Buffer.from(stream) };
}
