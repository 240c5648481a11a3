import type { Clock } from '@pps/kernel';
import type { Leadership } from '@pps/read-store';
import type { WorkQueue } from '@pps/work-queue';
import { FairRing, type Candidate } from './fair-ring';
import type { GrantBook } from './grants';
import type { PublishQueue } from './publish-queue';
import {
  accountBucket,
  globalBucket,
  globalBucketOf,
  sandboxGlobalBucket,
  spendable,
  type BucketLevel,
  type TokenBuckets,
} from './token-buckets';

export interface PacingDeps {
  /** The table of grants as the leader of this epoch may write it. */
  readonly grants: (epoch: bigint) => GrantBook;
  readonly queue: Pick<WorkQueue, 'offer'>;
  readonly publishQueue: Pick<PublishQueue, 'ready' | 'uploadsOpen'>;
  readonly buckets: Pick<TokenBuckets, 'levels'>;
  readonly clock: Clock;
  /** Milliseconds on a clock that cannot be set. */
  readonly monotonic: () => number;
  /** Resolves when something may have changed, or after so many milliseconds. */
  readonly progress: (ms: number) => Promise<void>;
  readonly pause: (ms: number) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

const openGrantsAtMost = 64;
/** An upload may hold its worker slot for minutes. */
const uploadsAtMost = 4;
const candidatesPerAccount = 4;
const idleMs = 200;
const offerAgainAfterMs = 5_000;
const sweepEveryMs = 1_000;
const afterErrorMs = 500;

/** Grants attempts in fair turns, only as far as tokens and unclaimed grants allow; leads until the lease is lost. */
export async function runPacing(deps: PacingDeps, { epoch, signal }: Leadership): Promise<void> {
  const ring = new FairRing();
  const grants = deps.grants(epoch);
  let sweptAt = -Infinity;
  while (!signal.aborted) {
    try {
      if (deps.monotonic() - sweptAt > sweepEveryMs) {
        for (const lost of await grants.lost(offerAgainAfterMs)) await offer(deps, lost);
        sweptAt = deps.monotonic();
      }
      const granted = await round(deps, ring, grants);
      if (granted === 0) await deps.progress(idleMs);
    } catch (error) {
      deps.onError(error);
      await deps.pause(afterErrorMs);
    }
  }
}

async function round(deps: PacingDeps, ring: FairRing, grants: GrantBook): Promise<number> {
  const candidates = await deps.publishQueue.ready(candidatesPerAccount);
  if (candidates.length === 0) return 0;
  const accounts = [...new Set(candidates.map(({ accountId }) => accountId))];
  const levels = await deps.buckets.levels([globalBucket, sandboxGlobalBucket, ...accounts.map(accountBucket)]);
  const open = await grants.unclaimed();
  const uploadsOpen = candidates.some(({ needsUpload }) => needsUpload) ? await deps.publishQueue.uploadsOpen() : 0;
  const now = deps.clock().getTime();
  const tokens = (level: BucketLevel | undefined): number => (level ? spendable(level.tokens, level) : 0);
  const chosen = ring.choose(candidates, {
    grants: openGrantsAtMost - open.count,
    uploads: uploadsAtMost - uploadsOpen,
    globalTokens: (pin) => {
      return tokens(levels.get(globalBucketOf(pin))) - (pin.simulated ? open.simulatedCost : open.cost);
    },
    accountTokens: (accountId) => {
      const level = levels.get(accountBucket(accountId));
      if (level?.parkedUntil && level.parkedUntil.getTime() > now) return 0;
      return tokens(level) - (open.costByAccount.get(accountId) ?? 0);
    },
  });
  const granted = await grants.give(chosen);
  await Promise.all(granted.map((candidate) => offer(deps, candidate)));
  return granted.length;
}

async function offer(deps: PacingDeps, { pinId, attempt }: Pick<Candidate, 'pinId' | 'attempt'>): Promise<void> {
  await deps.queue.offer({ kind: 'publish', id: pinId, attributes: { attempt: String(attempt) } }).catch(deps.onError);
}
