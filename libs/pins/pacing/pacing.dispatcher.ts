import type { FencingToken, Leadership } from '@pps/leases';
import type { Clock } from '@pps/kernel';
import type { WorkQueue } from '@pps/work-queue';
import { decideGrants, type Allowance, type Candidate } from './may-start.decider';
import type { GrantBook } from './publish-grants.store';
import type { PublishQueue } from './publish-queue';
import { globalBucket, globalBucketOf, sandboxGlobalBucket, spendable, type BucketBalance, type TokenBuckets } from './token-buckets.store';
import type { RoundRobinBook } from './round-robin.store';
import { visitAccounts } from './visit-accounts';

export interface PacingDeps {
  readonly grants: GrantBook;
  /** The round robin as the holder of this token may write it. */
  readonly roundRobin: (token: FencingToken) => RoundRobinBook;
  readonly queue: Pick<WorkQueue, 'offer'>;
  readonly publishQueue: Pick<PublishQueue, 'startable' | 'uploadsOpen'>;
  readonly buckets: Pick<TokenBuckets, 'readBalances' | 'readAccountBalances'>;
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
const idleMs = 200;
const offerAgainAfterMs = 5_000;
const sweepEveryMs = 1_000;
const afterErrorMs = 500;

/** Grants attempts round robin, only as far as tokens and unclaimed grants allow; leads until the lease is lost. */
export async function runPacing(deps: PacingDeps, { holder, epoch, signal }: Leadership): Promise<void> {
  const { grants } = deps;
  const roundRobin = deps.roundRobin({ holder, epoch });
  let sweptAt = -Infinity;
  while (!signal.aborted) {
    try {
      if (deps.monotonic() - sweptAt > sweepEveryMs) {
        for (const lost of await grants.reofferUnclaimed(offerAgainAfterMs)) await offer(deps, lost);
        await roundRobin.forgetIdle();
        sweptAt = deps.monotonic();
      }
      const outcome = await runPacingRound(deps, roundRobin);
      if (outcome === 'nothing to do') await deps.progress(idleMs);
    } catch (error) {
      deps.onError(error);
      await deps.pause(afterErrorMs);
    }
  }
}

/** One round: lets as many attempts start as tokens and unclaimed grants allow. */
export async function runPacingRound(deps: PacingDeps, roundRobin: RoundRobinBook): Promise<'go on' | 'nothing to do'> {
  const { publishQueue, buckets, grants } = deps;
  const [shared, open] = await Promise.all([buckets.readBalances([globalBucket, sandboxGlobalBucket]), grants.readUnclaimed()]);
  const globalTokens = (pin: Pick<Candidate, 'simulated'>): number =>
    tokensIn(deps, shared, globalBucketOf(pin)) - (pin.simulated ? open.simulatedCost : open.cost);
  const grantsLeft = openGrantsAtMost - open.count;
  if (grantsLeft <= 0 || ![false, true].some((simulated) => globalTokens({ simulated }) >= 1)) return 'nothing to do';
  const [changesLeft, uploadsOpen] = await Promise.all([roundRobin.applyChanges(), publishQueue.uploadsOpen()]);
  const allowance: Allowance = { grants: grantsLeft, uploads: uploadsAtMost - uploadsOpen, globalTokens };
  const { accounts, isComplete } = await visitAccounts(deps, roundRobin, allowance);
  const granted = await roundRobin.grant(decideGrants(accounts, allowance));
  await Promise.all(granted.map((candidate) => offer(deps, candidate)));
  return granted.length > 0 || changesLeft || !isComplete ? 'go on' : 'nothing to do';
}

/** What may be spent of a bucket now; nothing of a parked one. */
function tokensIn({ clock }: PacingDeps, balances: ReadonlyMap<string, BucketBalance>, name: string): number {
  const balance = balances.get(name);
  if (!balance || (balance.parkedUntil && balance.parkedUntil > clock())) return 0;
  return spendable(balance.tokens, balance);
}

async function offer(deps: PacingDeps, { pinId, attempt }: Pick<Candidate, 'pinId' | 'attempt'>): Promise<void> {
  await deps.queue.offer({ kind: 'publish', id: pinId, attributes: { attempt: String(attempt) } }).catch(deps.onError);
}
