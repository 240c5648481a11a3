import { accountBucket, type BucketBalance, type Candidate, type RoundRobinBook } from '@pps/pins';
import type { World } from './world';

/** Rounds in which another project may go before one that could go; the ring allows one, and what a leader reads changes during its round. */
const roundsAtMost = 3;
const leadSeconds = 0.25;
/**
 * An account is visited again only after so long when a grant of its was dropped, so that a queue that is late does not have it granted at once again,
 * and when it was put to sleep until a moment that was over by then, so that a pacer whose clock is behind does not visit it again and again. It keeps
 * its place, and is served first then.
 */
const restsMs = 100;
/** A second late sleep within so long is no accident of the clock: who is put to sleep like that again and again is starved. */
const lateAgainMs = 1_000;

/** Watches one leader's rounds: while a project has a pin that may start and the tokens for it, none of the others goes before it again and again. */
export class FairRounds {
  private able = new Set<string>();
  /** When an account was last put to sleep until a moment that was over. */
  private readonly lateSleeps = new Map<string, number>();
  private readonly passedBy = new Map<string, Map<string, number>>();

  constructor(private readonly world: Pick<World, 'invariants' | 'queue' | 'buckets' | 'clock' | 'monotonic'>) {}

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

  /** What the leader writes of accounts that can have no grant. The wall clock may have been set forward since it looked at them. */
  putToSleep(sleeps: Parameters<RoundRobinBook['putToSleep']>[0]): void {
    const { clock, monotonic } = this.world;
    for (const { accountId, sleep } of sleeps)
      if (sleep.kind === 'until' && sleep.at <= clock() && (this.lateSleeps.get(accountId) ?? -Infinity) <= monotonic() - lateAgainMs)
        this.lateSleeps.set(accountId, monotonic());
  }

  private passes(projectId: string, other: string): void {
    const passed = this.passedBy.get(other) ?? new Map<string, number>();
    const rounds = (passed.get(projectId) ?? 0) + 1;
    this.passedBy.set(other, passed.set(projectId, rounds));
    if (rounds > roundsAtMost)
      this.world.invariants.broken('unfair round', `${projectId} went first in ${rounds} rounds while ${other} could have gone`);
  }

  /** Projects with a pin that may start, of an account that has a token for it and does not rest. */
  private ableNow(): Set<string> {
    const { queue, buckets, clock, monotonic } = this.world;
    const at = clock();
    const wall = at.toISOString();
    const able = new Set<string>();
    const granted = queue.grants.unclaimedCosts();
    for (const { accountId, projectId } of queue.accounts()) {
      if (able.has(projectId) || queue.isHeldBack(accountId)) continue;
      const restsSince = Math.max(queue.grants.droppedAt.get(accountId) ?? -Infinity, this.lateSleeps.get(accountId) ?? -Infinity);
      if (restsSince > monotonic() - restsMs) continue;
      const balance = buckets.peek(accountBucket(accountId));
      if (balance.parkedUntil && balance.parkedUntil > at) continue;
      if (spendable(balance) - (granted.get(accountId) ?? 0) >= 1 && queue.mayStart(accountId, wall)) able.add(projectId);
    }
    return able;
  }
}

const spendable = ({ tokens, capacity, refillPerSecond }: BucketBalance): number =>
  tokens - Math.min(refillPerSecond * leadSeconds, capacity - 1);
