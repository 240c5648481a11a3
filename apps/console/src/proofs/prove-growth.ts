import { ApiError } from 'pin-publishing';
import type { HistoryScope } from '../history/history-scope';
import { client } from '../session/client';
import type { AuditorsFile } from './auditors-file';
import { readKeys, readNewestCheckpoint } from './read-newest-checkpoint';
import type { KnownKey, SignedRoot } from './verifier-file';
import { NoVerdictError, verifyInWorker, type Found } from './verify-in-worker';

export interface GrowthFound extends Found {
  /** Of the kept roots, the least first: each of them was compared, where the verdict is that it holds. */
  readonly sizes: readonly number[];
}

const most = 200;

/**
 * Proves that the history of now begins with each one whose root was kept. Each kept root is looked at by itself first, so that one of another workspace is
 * told apart from a broken one. Throws `NoVerdictError`.
 */
export async function proveGrowth({ scope, workspaceId }: HistoryScope, kept: AuditorsFile, signal: AbortSignal): Promise<GrowthFound> {
  const roots = [...new Map(kept.checkpoints.map((root) => [JSON.stringify(rootOf(root)), root])).values()].sort(bySize);
  const largest = roots.at(-1);
  if (largest === undefined) throw new NoVerdictError('There is no checkpoint in it.');
  if (roots.length > most) throw new NoVerdictError(`It has ${roots.length} checkpoints: compare at most ${most} at once.`);
  if (kept.workspaceId !== null && kept.workspaceId.toLowerCase() !== workspaceId)
    throw new NoVerdictError(`It is of another workspace, ${kept.workspaceId.slice(0, 64)}: open the console there.`);
  const [newest, published] = await Promise.all([readNewestCheckpoint(scope, signal), readKeys(signal)]);
  const changed = kept.keys.find((key) => !isAmong(key, published));
  if (changed) return refused(`the key ${changed.key_id.slice(0, 64)}, which was kept, is not the one that the service publishes`);
  const ask = (checkpoints: readonly SignedRoot[], answer: unknown): Promise<Found> =>
    verifyInWorker({ kind: 'consistency', answer, checkpoints, keys: published, workspaceId }, { signal });
  for (const root of roots) {
    const { size, root_hash: hash } = root;
    const alone = await ask([root], { first: size, second: size, first_root: hash, second_root: hash, proof: [] });
    if (!alone.verdict.valid) return { ...alone, sizes: [] };
  }
  if (newest === null || newest.size < largest.size)
    return refused(`a history of ${largest.size} facts was signed, and the service shows ${newest?.size ?? 0}: facts are gone`);
  const found = await growthFrom(largest, newest);
  let tookMs = found.tookMs;
  if (!found.verdict.valid) return { ...found, sizes: [] };
  for (const root of roots.slice(0, -1)) {
    const each = await growthFrom(root, newest);
    if (!each.verdict.valid) return { ...each, sizes: [] };
    tookMs += each.tookMs;
  }
  return { ...found, tookMs, sizes: roots.map(({ size }) => size) };

  async function growthFrom(root: SignedRoot, now: SignedRoot): Promise<Found> {
    try {
      const answer = await client.audit.proveConsistency({ scope, first: root.size, second: now.size }, { signal }).asResponse();
      return await ask([root, now], await answer.json());
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) return refused('the service does not answer for the size that was signed');
      throw error;
    }
  }
}

const bySize = (one: SignedRoot, other: SignedRoot): number => one.size - other.size;
const rootOf = ({ size, root_hash: hash, key_id: key, signature }: SignedRoot) => [size, hash, key, signature];

const isAmong = ({ key_id: id, public_key: text }: KnownKey, keys: readonly KnownKey[]): boolean =>
  keys.some((key) => key.key_id === id && key.public_key === text);

const refused = (fault: string): GrowthFound => ({ verdict: { valid: false, leaf: null, fault }, tookMs: 0, sizes: [] });
