import type { Streams } from '@pps/event-store';
import { apiKeyStream } from './api-key.stream';

/** The keys that made a key, the first of them first; none for a person, or the service itself. */
export async function makersOfKey(streams: Pick<Streams, 'load'>, keyId: string | undefined): Promise<readonly string[]> {
  if (keyId === undefined) return [];
  const { state } = await streams.load(apiKeyStream, keyId);
  return state.kind === 'none' ? [] : state.makerKeyIds;
}
