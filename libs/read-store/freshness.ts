import type { LiveStates } from '@pps/event-store';
import { checkpoints } from './checkpoint';
import type { Database } from './database';
import type { ProgressListener } from './progress';

/** A read model that did not pass the log's head in time, or that has stopped. */
export class NotFresh extends Error {
  override readonly name = 'NotFresh';

  constructor(readonly projection: string) {
    super(`the read model ${projection} is behind`);
  }
}

const patienceMs = 2_000;
const pollMs = 100;

/** Lets a read wait until its projection has passed the log's head as it was when the read arrived; works on any process. */
export class Freshness {
  private readonly positions = new Map<string, bigint>();

  constructor(
    private readonly db: Database,
    private readonly progress: ProgressListener,
    private readonly live: Pick<LiveStates, 'head'>,
  ) {
    progress.observe((name, position) => this.positions.set(name, position));
  }

  /**
   * `asOf` is a look at the head that was taken after the request arrived; without it one is taken now. Throws `NotFresh` after 2 s: a
   * projection that has stopped is not fresh again until it is retried.
   */
  async wait(projection: string, asOf?: bigint): Promise<void> {
    const head = asOf ?? (await this.live.head());
    const deadline = performance.now() + patienceMs;
    while ((this.positions.get(projection) ?? -1n) < head) {
      const left = deadline - performance.now();
      if (left <= 0) throw new NotFresh(projection);
      if (!(await this.progress.next(Math.min(left, pollMs)))) await this.look();
    }
  }

  private async look(): Promise<void> {
    const known = await checkpoints.all(this.db, 'projection').catch(() => []);
    for (const checkpoint of known) if (checkpoint.serving) this.positions.set(checkpoint.name, checkpoint.position);
  }
}
