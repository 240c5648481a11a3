import type { Leadership } from '@pps/leases';
import type { Clock } from '@pps/kernel';
import type { WorkQueue } from '@pps/work-queue';
import { readNextCandidates, pagesOfWaiting } from './next-candidates';
import { RoundRobin, type Candidate } from './round-robin';
import type { GrantBook } from './publish-grants.store';
import type { PublishQueue } from './publish-queue';
import {
  accountBucket,
  globalBucket,
  globalBucketOf,
  sandboxGlobalBucket,
  spendable,
  type BucketBalance,
  type TokenBuckets,
} from './token-buckets.store';

export interface PacingDeps {
  /** The table of grants as the leader of this epoch may write it. */
  readonly grants: (epoch: bigint) => GrantBook;
  readonly queue: Pick<WorkQueue, 'offer'>;
  readonly publishQueue: Pick<PublishQueue, 'waiting' | 'ready' | 'uploadsOpen'>;
  readonly buckets: Pick<TokenBuckets, 'readBalances'>;
  readonly clock: Clock;
  /** Milliseconds on a clock that cannot be set. */
  readonly monotonic: () => number;
  /** Resolves when something may have changed, or after so many milliseconds. */
  readonly progress: (ms: number) => Promise<void>;
  readonly pause: (ms: number) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

type WaitingPages = ReturnType<typeof pagesOfWaiting>;

const openGrantsAtMost = 64;
/** An upload may hold its worker slot for minutes. */
const uploadsAtMost = 4;
const idleMs = 200;
const offerAgainAfterMs = 5_000;
const sweepEveryMs = 1_000;
const afterErrorMs = 500;

/** Grants attempts round robin, only as far as tokens and unclaimed grants allow; leads until the lease is lost. */
export async function runPacing(deps: PacingDeps, { epoch, signal }: Leadership): Promise<void> {
  const ring = new RoundRobin();
  const grants = deps.grants(epoch);
  const pages = pagesOfWaiting(deps.publishQueue);
  let sweptAt = -Infinity;
  while (!signal.aborted) {
    try {
      if (deps.monotonic() - sweptAt > sweepEveryMs) {
        for (const lost of await grants.reofferUnclaimed(offerAgainAfterMs)) await offer(deps, lost);
        sweptAt = deps.monotonic();
      }
      const outcome = await runRound(deps, ring, grants, pages);
      if (outcome === 'nothing to do') await deps.progress(idleMs);
    } catch (error) {
      deps.onError(error);
      await deps.pause(afterErrorMs);
    }
  }
}

async function runRound(deps: PacingDeps, ring: RoundRobin, grants: GrantBook, pages: WaitingPages): Promise<'go on' | 'nothing to do'> {
  const { publishQueue, buckets } = deps;
  const [shared, open] = await Promise.all([buckets.readBalances([globalBucket, sandboxGlobalBucket]), grants.readUnclaimed()]);
  const globalTokens = (pin: Pick<Candidate, 'simulated'>): number =>
    tokensIn(deps, shared, globalBucketOf(pin)) - (pin.simulated ? open.simulatedCost : open.cost);
  const calls = [false, true].map((simulated) => ({ simulated, left: Math.max(0, Math.floor(globalTokens({ simulated }))) }));
  const grantsLeft = openGrantsAtMost - open.count;
  const callable = calls.filter(({ left }) => left > 0);
  if (grantsLeft <= 0 || callable.length === 0) return 'nothing to do';
  const waiting = await pages.next(callable.map(({ simulated }) => simulated));
  const pause = pages.isAtEnd() ? 'nothing to do' : 'go on';
  if (waiting.length === 0) return pause;
  const [readBalances, uploadsOpen] = await Promise.all([
    buckets.readBalances(waiting.map(({ accountId }) => accountBucket(accountId))),
    publishQueue.uploadsOpen(),
  ]);
  const accountTokens = (accountId: string): number =>
    tokensIn(deps, readBalances, accountBucket(accountId)) - (open.costByAccount.get(accountId) ?? 0);
  const eligible = waiting.filter(({ accountId }) => accountTokens(accountId) >= 1);
  // The sandboxes' bucket allows no grant while only production has waiting pins, and the other way round.
  const spent = callable.filter(({ simulated }) => eligible.some((account) => account.simulated === simulated));
  const possibleGrants = Math.min(
    grantsLeft,
    spent.reduce((sum, { left }) => sum + left, 0),
  );
  const uploads = uploadsAtMost - uploadsOpen;
  const candidates = await readNextCandidates(publishQueue, ring, eligible, { grants: possibleGrants, uploads });
  const granted = await grants.give(ring.choose(candidates, { grants: grantsLeft, uploads, globalTokens, accountTokens }));
  await Promise.all(granted.map((candidate) => offer(deps, candidate)));
  return granted.length > 0 ? 'go on' : pause;
}

/** What may be spent of a bucket now; nothing of a parked one. */
function tokensIn({ clock }: PacingDeps, readBalances: ReadonlyMap<string, BucketBalance>, name: string): number {
  const balance = readBalances.get(name);
  if (!balance || (balance.parkedUntil && balance.parkedUntil > clock())) return 0;
  return spendable(balance.tokens, balance);
}

async function offer(deps: PacingDeps, { pinId, attempt }: Pick<Candidate, 'pinId' | 'attempt'>): Promise<void> {
  await deps.queue.offer({ kind: 'publish', id: pinId, attributes: { attempt: String(attempt) } }).catch(deps.onError);
}
