import { orTimeout } from '@pps/concurrency';
import type { LiveStates } from '@pps/event-store';
import { checkpoints } from './checkpoint.store';
import type { Database } from './database';
import type { ProgressListener } from './progress';

/** A read model that did not pass the log's head in time, or that has stopped. */
export class NotFresh extends Error {
  override readonly name = 'NotFresh';

  constructor(readonly projection: string) {
    super(`the read model ${projection} is behind`);
  }
}

const defaultPatienceMs = 2_000;
const pollMs = 100;
/** A head that was seen so short a time ago need not be looked at again. */
const seenForMs = 1_000;

/** Lets a read wait until its projection has passed the log's head as it was when the read arrived; works on any process. */
export class Freshness {
  private readonly positions = new Map<string, bigint>();
  private stopped: ReadonlySet<string> = new Set();
  private looking: Promise<void> | undefined;
  private seen = { head: -1n, at: -Infinity };

  constructor(
    private readonly db: Database,
    private readonly progress: ProgressListener,
    private readonly live: Pick<LiveStates, 'head'>,
    private readonly patienceMs = defaultPatienceMs,
  ) {
    progress.observe(
      (name, position) => this.positions.set(name, position),
      // A database that went away may come back without its last commits.
      () => this.positions.clear(),
    );
  }

  /**
   * `asOf` is a look at the head that was taken after the request arrived; without it one is taken now. Throws `NotFresh` after `patienceMs` (2 s), or at once
   * when the projection has stopped: it is not fresh again until it is retried. One that stands ahead of the whole log is not fresh either.
   */
  async wait(projection: string, asOf?: bigint): Promise<void> {
    const deadline = performance.now() + this.patienceMs;
    const head = asOf ?? (await before(deadline, this.live.head()));
    if (head === undefined) throw new NotFresh(projection);
    for (let lookAt = performance.now() + pollMs; (this.positions.get(projection) ?? -1n) < head;) {
      const now = performance.now();
      if (now >= deadline) throw new NotFresh(projection);
      if (now >= lookAt) {
        await before(deadline, this.look());
        if (this.stopped.has(projection) && (this.positions.get(projection) ?? -1n) < head) throw new NotFresh(projection);
        lookAt = performance.now() + pollMs;
      } else {
        await this.progress.next(Math.min(deadline, lookAt) - now);
      }
    }
    if (await this.isAhead(projection, head, deadline)) throw new NotFresh(projection);
  }

  /** What was stored since `asOf` may have been taken in already, so the log is asked once more. */
  private async isAhead(projection: string, asOf: bigint, deadline: number): Promise<boolean> {
    const position = this.positions.get(projection) ?? -1n;
    const isCovered = () => position <= this.seen.head && performance.now() - this.seen.at < seenForMs;
    if (position <= asOf || isCovered()) return false;
    const at = performance.now();
    const head = await before(deadline, this.live.head());
    if (head !== undefined) this.seen = { head, at };
    return !isCovered();
  }

  /** However many wait, one looks. */
  private look(): Promise<void> {
    return (this.looking ??= checkpoints
      .all(this.db, 'projection')
      .then((known) => {
        const serving = known.filter((checkpoint) => checkpoint.serving);
        for (const { name, position } of serving) this.positions.set(name, position);
        this.stopped = new Set(
          serving.filter(({ stoppedError, refused }) => stoppedError !== null || refused !== null).map(({ name }) => name),
        );
      })
      .catch(() => undefined)
      .finally(() => (this.looking = undefined)));
  }
}

const before = <T>(deadline: number, work: Promise<T>): Promise<T | undefined> =>
  orTimeout(work, Math.max(0, deadline - performance.now()));
