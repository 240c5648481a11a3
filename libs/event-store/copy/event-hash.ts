import { createHash } from 'node:crypto';
import type { RawEvent } from './raw-events';

/** SHA-256, hex, of everything of an event that a copy keeps: stream, revision, id, type, data and metadata; not position and time. */
export function eventHash({ stream, revision, id, type, isJson, data, metadata }: RawEvent): string {
  const parts = [stream, String(revision), id, type, String(isJson), contentOf(data), contentOf(metadata)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Bytes as base64, anything else as the JSON that is sent for it. */
const contentOf = (content: unknown): string =>
  content instanceof Uint8Array ? `bytes ${Buffer.from(content).toString('base64')}` : (JSON.stringify(content) ?? '');
