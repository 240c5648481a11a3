import type { Database, Leadership } from '@pps/read-store';
import type { WorkQueue } from '@pps/work-queue';
import { setTimeout as delay } from 'node:timers/promises';
import { FairRing, type Candidate } from './fair-ring';
import { Grants } from './grants';
import type { PublishQueue } from './publish-queue';
import { accountBucket, globalBucket, globalBucketOf, sandboxGlobalBucket, type TokenBuckets } from './token-buckets';

export interface PacingDeps {
  readonly db: Database;
  readonly queue: WorkQueue;
  readonly publishQueue: PublishQueue;
  readonly buckets: TokenBuckets;
  /** Resolves when something may have changed, or after so many milliseconds. */
  readonly progress: (ms: number) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

const openGrantsAtMost = 64;
/** An upload may hold its worker slot for minutes. */
const uploadsAtMost = 4;
const candidatesPerAccount = 4;
const idleMs = 200;
const offerAgainAfterMs = 5_000;

/** Grants attempts in fair turns, only as far as tokens and unclaimed grants allow; leads until the lease is lost. */
export async function runPacing(deps: PacingDeps, { epoch, signal }: Leadership): Promise<void> {
  const ring = new FairRing();
  const grants = new Grants(deps.db, epoch);
  let sweptAt = 0;
  while (!signal.aborted) {
    try {
      if (performance.now() - sweptAt > 1_000) {
        for (const lost of await grants.lost(offerAgainAfterMs)) await offer(deps, lost);
        sweptAt = performance.now();
      }
      const granted = await round(deps, ring, grants);
      if (granted === 0) await deps.progress(idleMs);
    } catch (error) {
      deps.onError(error);
      await delay(500, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function round(deps: PacingDeps, ring: FairRing, grants: Grants): Promise<number> {
  const candidates = await deps.publishQueue.ready(candidatesPerAccount);
  if (candidates.length === 0) return 0;
  const accounts = [...new Set(candidates.map(({ accountId }) => accountId))];
  const levels = await deps.buckets.levels([globalBucket, sandboxGlobalBucket, ...accounts.map(accountBucket)]);
  const open = await grants.unclaimed();
  const uploadsOpen = candidates.some(({ needsUpload }) => needsUpload) ? await deps.publishQueue.uploadsOpen() : 0;
  const now = Date.now();
  const chosen = ring.choose(candidates, {
    grants: openGrantsAtMost - open.count,
    uploads: uploadsAtMost - uploadsOpen,
    globalTokens: (pin) => (levels.get(globalBucketOf(pin))?.tokens ?? 0) - (pin.simulated ? open.simulatedCost : open.cost),
    accountTokens: (accountId) => {
      const level = levels.get(accountBucket(accountId));
      if (!level || (level.parkedUntil && level.parkedUntil.getTime() > now)) return 0;
      return level.tokens - (open.costByAccount.get(accountId) ?? 0);
    },
  });
  const granted = await grants.give(chosen);
  await Promise.all(granted.map((candidate) => offer(deps, candidate)));
  return granted.length;
}

async function offer(deps: PacingDeps, { pinId, attempt }: Pick<Candidate, 'pinId' | 'attempt'>): Promise<void> {
  await deps.queue.offer({ kind: 'publish', id: pinId, attributes: { attempt: String(attempt) } }).catch(deps.onError);
}
