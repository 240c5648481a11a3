import type { Checkpoint } from 'pin-publishing';
import type { HistoryScope } from '../history/history-scope';
import { client } from '../session/client';
import type { KnownKey } from './verifier-file';

type Scope = HistoryScope['scope'];

/** The newest signed root; null in a history that is younger than the first round of signing. */
export async function readNewestCheckpoint(scope: Scope, signal?: AbortSignal): Promise<Checkpoint | null> {
  return (await client.audit.listCheckpoints({ scope, limit: 1 }, { signal })).items[0] ?? null;
}

/** Roots that a file with so many facts can be compared with, the newest of them; where it is shorter than all, the newest root. */
export async function readCheckpointsFor(scope: Scope, leaves: number | null, signal?: AbortSignal): Promise<readonly Checkpoint[]> {
  const below = leaves === null ? {} : { cursor: leaves + 1 };
  const { items } = await client.audit.listCheckpoints({ scope, limit: 200, ...below }, { signal });
  const newest = items.length > 0 ? null : await readNewestCheckpoint(scope, signal);
  return newest === null ? items : [newest];
}

export async function readKeys(signal?: AbortSignal): Promise<readonly KnownKey[]> {
  return (await client.audit.listKeys({ signal })).items;
}
