import type { CommandRunner } from '@pps/event-store';
import { apiKeyStream } from './api-key.stream';

/** The keys that made a key, the first of them first; none for a person, or the service itself. */
export async function makersOfKey(runner: Pick<CommandRunner, 'load'>, keyId: string | undefined): Promise<readonly string[]> {
  if (keyId === undefined) return [];
  const { state } = await runner.load(apiKeyStream, keyId);
  return state.kind === 'none' ? [] : state.makerKeyIds;
}
