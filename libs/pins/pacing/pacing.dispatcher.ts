import type { Leadership } from '@pps/leases';
import type { Clock } from '@pps/kernel';
import type { WorkQueue } from '@pps/work-queue';
import { candidatesInTurn, lapOfWaiting } from './candidates-in-turn';
import { FairRing, type Candidate } from './fair-ring';
import type { GrantBook } from './publish-grants.store';
import type { PublishQueue } from './publish-queue';
import {
  accountBucket,
  globalBucket,
  globalBucketOf,
  sandboxGlobalBucket,
  spendable,
  type BucketLevel,
  type TokenBuckets,
} from './token-buckets.store';

export interface PacingDeps {
  /** The table of grants as the leader of this epoch may write it. */
  readonly grants: (epoch: bigint) => GrantBook;
  readonly queue: Pick<WorkQueue, 'offer'>;
  readonly publishQueue: Pick<PublishQueue, 'waiting' | 'ready' | 'uploadsOpen'>;
  readonly buckets: Pick<TokenBuckets, 'levels'>;
  readonly clock: Clock;
  /** Milliseconds on a clock that cannot be set. */
  readonly monotonic: () => number;
  /** Resolves when something may have changed, or after so many milliseconds. */
  readonly progress: (ms: number) => Promise<void>;
  readonly pause: (ms: number) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

type Lap = ReturnType<typeof lapOfWaiting>;

const openGrantsAtMost = 64;
/** An upload may hold its worker slot for minutes. */
const uploadsAtMost = 4;
const idleMs = 200;
const offerAgainAfterMs = 5_000;
const sweepEveryMs = 1_000;
const afterErrorMs = 500;

/** Grants attempts in fair turns, only as far as tokens and unclaimed grants allow; leads until the lease is lost. */
export async function runPacing(deps: PacingDeps, { epoch, signal }: Leadership): Promise<void> {
  const ring = new FairRing();
  const grants = deps.grants(epoch);
  const lap = lapOfWaiting(deps.publishQueue);
  let sweptAt = -Infinity;
  while (!signal.aborted) {
    try {
      if (deps.monotonic() - sweptAt > sweepEveryMs) {
        for (const lost of await grants.lost(offerAgainAfterMs)) await offer(deps, lost);
        sweptAt = deps.monotonic();
      }
      const outcome = await round(deps, ring, grants, lap);
      if (outcome === 'nothing to do') await deps.progress(idleMs);
    } catch (error) {
      deps.onError(error);
      await deps.pause(afterErrorMs);
    }
  }
}

async function round(deps: PacingDeps, ring: FairRing, grants: GrantBook, lap: Lap): Promise<'go on' | 'nothing to do'> {
  const { publishQueue, buckets } = deps;
  const [shared, open] = await Promise.all([buckets.levels([globalBucket, sandboxGlobalBucket]), grants.unclaimed()]);
  const globalTokens = (pin: Pick<Candidate, 'simulated'>): number =>
    tokensIn(deps, shared, globalBucketOf(pin)) - (pin.simulated ? open.simulatedCost : open.cost);
  const calls = [false, true].map((simulated) => ({ simulated, left: Math.max(0, Math.floor(globalTokens({ simulated }))) }));
  const grantsLeft = openGrantsAtMost - open.count;
  const callable = calls.filter(({ left }) => left > 0);
  if (grantsLeft <= 0 || callable.length === 0) return 'nothing to do';
  const waiting = await lap.next(callable.map(({ simulated }) => simulated));
  const pause = lap.isOver() ? 'nothing to do' : 'go on';
  if (waiting.length === 0) return pause;
  const [levels, uploadsOpen] = await Promise.all([
    buckets.levels(waiting.map(({ accountId }) => accountBucket(accountId))),
    publishQueue.uploadsOpen(),
  ]);
  const accountTokens = (accountId: string): number =>
    tokensIn(deps, levels, accountBucket(accountId)) - (open.costByAccount.get(accountId) ?? 0);
  const able = waiting.filter(({ accountId }) => accountTokens(accountId) >= 1);
  // A full bucket of the sandboxes gives nobody a turn while only production waits, and the other way round.
  const spent = callable.filter(({ simulated }) => able.some((account) => account.simulated === simulated));
  const turns = Math.min(
    grantsLeft,
    spent.reduce((sum, { left }) => sum + left, 0),
  );
  const uploads = uploadsAtMost - uploadsOpen;
  const candidates = await candidatesInTurn(publishQueue, ring, able, { turns, uploads });
  const granted = await grants.give(ring.choose(candidates, { grants: grantsLeft, uploads, globalTokens, accountTokens }));
  await Promise.all(granted.map((candidate) => offer(deps, candidate)));
  return granted.length > 0 ? 'go on' : pause;
}

/** What may be spent of a bucket now; nothing of a parked one. */
function tokensIn({ clock }: PacingDeps, levels: ReadonlyMap<string, BucketLevel>, name: string): number {
  const level = levels.get(name);
  if (!level || (level.parkedUntil && level.parkedUntil > clock())) return 0;
  return spendable(level.tokens, level);
}

async function offer(deps: PacingDeps, { pinId, attempt }: Pick<Candidate, 'pinId' | 'attempt'>): Promise<void> {
  await deps.queue.offer({ kind: 'publish', id: pinId, attributes: { attempt: String(attempt) } }).catch(deps.onError);
}
