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

/** Whose read it is: it waits for the facts that concern this organization, and for nobody else's. */
export interface Reader {
  readonly organizationId: string;
  /** A head that was read after the request arrived; without it the head is read now. */
  readonly asOf?: bigint;
}

const defaultPatienceMs = 2_000;
const pollMs = 100;
/** A head that was read so short a time ago need not be read again. */
const headValidMs = 1_000;

/** Lets a read wait until its projection shows what was written before the read arrived; works on any process. */
export class Freshness {
  private readonly positions = new Map<string, bigint>();
  private stopped: ReadonlySet<string> = new Set();
  private polling: Promise<void> | undefined;
  private knownHead = { head: -1n, at: -Infinity };

  constructor(
    private readonly db: Database,
    private readonly progress: ProgressListener,
    private readonly live: Pick<LiveStates, 'head' | 'readHead' | 'lastWriteOf'>,
    private readonly patienceMs = defaultPatienceMs,
  ) {
    progress.observe(
      (name, position) => this.positions.set(name, position),
      // After an outage the database may have lost its last commits.
      () => this.positions.clear(),
    );
  }

  /**
   * Waits for the reader's last write, or without a reader for the head of the whole log. Throws `NotFresh` after `patienceMs` (2 s), or at once
   * when the projection has stopped before that. One that is ahead of the whole log is not fresh either.
   */
  async wait(projection: string, reader?: Reader): Promise<void> {
    await this.reach(projection, reader);
  }

  /** Waits in the same way, and gives the position that it waited for: the rows that are read next show all that concerns the reader up to it. */
  async reach(projection: string, reader?: Reader): Promise<bigint> {
    const deadline = performance.now() + this.patienceMs;
    const head = reader?.asOf ?? (await before(deadline, this.live.head()));
    if (head === undefined) throw new NotFresh(projection);
    const needed = reader ? await this.live.lastWriteOf(reader.organizationId, head) : head;
    for (let pollAt = performance.now() + pollMs; (this.positions.get(projection) ?? -1n) < needed;) {
      const now = performance.now();
      if (now >= deadline) throw new NotFresh(projection);
      if (now >= pollAt) {
        await before(deadline, this.pollCheckpoints());
        if (this.stopped.has(projection) && (this.positions.get(projection) ?? -1n) < needed) throw new NotFresh(projection);
        pollAt = performance.now() + pollMs;
      } else {
        await this.progress.next(Math.min(deadline, pollAt) - now);
      }
    }
    const position = this.positions.get(projection) ?? -1n;
    if (position > head && (await this.isAhead(position, deadline))) throw new NotFresh(projection);
    return needed;
  }

  /** Facts stored since the read arrived may have been projected already, so the head is read once more. */
  private async isAhead(position: bigint, deadline: number): Promise<boolean> {
    const at = performance.now();
    const { head: known, at: knownAt } = this.knownHead;
    if (position <= known && at - knownAt < headValidMs) return false;
    const head = await before(deadline, this.live.head());
    if (head === undefined) return true;
    // However long reading it took: it is a head of after this read arrived.
    this.knownHead = { head, at };
    if (position <= head) return false;
    // What others have appended since need not be known here, and may be projected.
    const newest = await before(deadline, this.live.readHead());
    return newest === undefined || position > newest;
  }

  /** A single flight: however many wait, one reads. */
  private pollCheckpoints(): Promise<void> {
    return (this.polling ??= checkpoints
      .all(this.db, 'projection')
      .then((known) => {
        const serving = known.filter((checkpoint) => checkpoint.serving);
        for (const { name, position } of serving) this.positions.set(name, position);
        this.stopped = new Set(
          serving.filter(({ stoppedError, refused }) => stoppedError !== null || refused !== null).map(({ name }) => name),
        );
      })
      .catch(() => undefined)
      .finally(() => (this.polling = undefined)));
  }
}

const before = <T>(deadline: number, work: Promise<T>): Promise<T | undefined> =>
  orTimeout(work, Math.max(0, deadline - performance.now()));
