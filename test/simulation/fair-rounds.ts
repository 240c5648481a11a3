import { accountBucket, type BucketBalance, type Candidate } from '@pps/pins';
import type { VirtualBuckets } from './virtual-buckets';
import type { VirtualQueue } from './virtual-queue';
import type { Broken } from './violations';

/**
 * Rounds in which another project may go before one that could go; the ring allows one. A leader counts a token twice for a moment when a grant
 * is claimed during its round, and then believes for a round that an account has none.
 */
const roundsAtMost = 3;
const leadSeconds = 0.25;

/** Watches one leader's rounds: while a project has a pin that may start and the tokens for it, none of the others goes before it again and again. */
export class FairRounds {
  private able = new Set<string>();
  private readonly passedBy = new Map<string, Map<string, number>>();

  constructor(
    private readonly broken: Broken,
    private readonly queue: VirtualQueue,
    private readonly buckets: VirtualBuckets,
    private readonly wall: () => number,
  ) {}

  /** The leader begins a round. */
  roundBegins(): void {
    this.able = this.ableNow();
  }

  /** What the leader is about to grant, in its order. */
  chosen(candidates: readonly Candidate[]): void {
    const now = this.ableNow();
    const waiting = new Set([...this.able].filter((projectId) => now.has(projectId)));
    for (const projectId of this.passedBy.keys()) if (!waiting.has(projectId)) this.passedBy.delete(projectId);
    const served = new Set<string>();
    for (const { projectId } of candidates) {
      waiting.delete(projectId);
      this.passedBy.delete(projectId);
      if (served.has(projectId)) continue;
      served.add(projectId);
      for (const other of waiting) this.passes(projectId, other);
    }
  }

  private passes(projectId: string, other: string): void {
    const passed = this.passedBy.get(other) ?? new Map<string, number>();
    const rounds = (passed.get(projectId) ?? 0) + 1;
    this.passedBy.set(other, passed.set(projectId, rounds));
    if (rounds > roundsAtMost) this.broken('unfair round', `${projectId} went first in ${rounds} rounds while ${other} could have gone`);
  }

  /** Projects with a pin that may start, of an account that has a token for it. */
  private ableNow(): Set<string> {
    const at = new Date(this.wall());
    const wall = at.toISOString();
    const able = new Set<string>();
    const granted = new Map<string, number>();
    for (const { accountId, cost } of this.queue.grants.unclaimed) granted.set(accountId, (granted.get(accountId) ?? 0) + cost);
    for (const { accountId, projectId } of this.queue.accounts()) {
      if (able.has(projectId) || this.queue.isHeldBack(accountId)) continue;
      const balance = this.buckets.peek(accountBucket(accountId));
      if (balance.parkedUntil && balance.parkedUntil > at) continue;
      if (spendable(balance) - (granted.get(accountId) ?? 0) >= 1 && this.queue.mayStart(accountId, wall)) able.add(projectId);
    }
    return able;
  }
}

const spendable = ({ tokens, capacity, refillPerSecond }: BucketBalance): number =>
  tokens - Math.min(refillPerSecond * leadSeconds, capacity - 1);
