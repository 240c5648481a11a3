import type { RecordedFact } from '@pps/event-store';
import type { RunningBuild } from './project-batch';
import { everyFact } from './projection';

/** From so many facts on, a transaction for each build is faster than one for all. */
export const largeBatch = 200;

const inParallel = 3;
const longestQueue = 3;
const mostBytes = 32 * 2 ** 20;

interface Batch {
  readonly facts: readonly RecordedFact[];
  readonly types: ReadonlySet<string>;
  readonly bytes: number;
}

interface Queue {
  /** Those that are being projected included. */
  batches: readonly Batch[];
  isBusy: boolean;
  /** How long its last facts took. */
  tookMs: number;
}

interface Portion {
  readonly members: readonly RunningBuild[];
  readonly facts: readonly RecordedFact[];
}

/**
 * Large batches on their way to the builds, of which each goes on at its own pace: three are fed at once, those that go before the others, then those with
 * the longest queue, and of these the slowest. What waits is bounded: 3 batches for each build, and some 32 MiB
 * more than one batch; who reads the log may hold two more.
 */
export class BuildQueues {
  private readonly queues = new Map<RunningBuild, Queue>();
  private running = 0;
  private beginsUntil = Infinity;
  private failure: { readonly error: unknown } | undefined;
  private readonly waiting: (() => void)[] = [];

  /** `project` stores a portion and answers which builds have failed on it: their queues are dropped. What it throws ends the work of all, and is passed to `onFailure`. */
  constructor(
    private readonly project: (members: readonly RunningBuild[], facts: readonly RecordedFact[]) => Promise<readonly RunningBuild[]>,
    private readonly onFailure: () => void,
    private readonly isFirst: (member: RunningBuild) => boolean = () => true,
  ) {}

  /** How many batches the one that is furthest behind has not stored. */
  get longest(): number {
    return Math.max(0, ...[...this.queues.values()].map(({ batches }) => batches.length));
  }

  /** Queues a batch for each of these builds and resolves when there is room for another one. Throws what has ended the work. */
  async add(members: readonly RunningBuild[], facts: readonly RecordedFact[]): Promise<void> {
    const batch = { facts, types: new Set(facts.map(({ type }) => type)), bytes: approximateBytes(facts, mostBytes) };
    for (const member of members) {
      const queue = this.queues.get(member) ?? { batches: [], isBusy: false, tookMs: 0 };
      queue.batches = [...queue.batches, batch];
      this.queues.set(member, queue);
    }
    this.start();
    while (!this.failure && this.isFull()) await this.nextEnd();
    if (this.failure) throw this.failure.error;
  }

  /** What waits is begun for so many milliseconds more. */
  beginNothingAfter(ms: number): void {
    this.beginsUntil = performance.now() + ms;
  }

  /** Resolves when nothing is under way, and nothing waits that may still begin. Throws what has ended the work, when all of it has ended. */
  async settled(): Promise<void> {
    while (this.running > 0) await this.nextEnd();
    if (this.failure) throw this.failure.error;
  }

  private isFull(): boolean {
    for (const { batches } of this.queues.values()) {
      if (batches.length >= longestQueue) return true;
      if (batches.length > 1 && batches.reduce((sum, { bytes }) => sum + bytes, 0) >= mostBytes) return true;
    }
    return false;
  }

  private nextEnd(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private start(): void {
    while (!this.failure && this.running < inParallel && performance.now() < this.beginsUntil) {
      const portion = this.nextPortion();
      if (!portion) return;
      this.running++;
      void this.run(portion);
    }
  }

  private nextPortion(): Portion | null {
    const all = [...this.queues].filter(([, { isBusy, batches }]) => !isBusy && batches.length > 0);
    const hurried = all.filter(([member]) => this.isFirst(member));
    const waiting = hurried.length > 0 ? hurried : all;
    const [first] = waiting.sort(([, one], [, other]) => other.batches.length - one.batches.length || other.tookMs - one.tookMs);
    if (!first) return null;
    const [member, { batches }] = first;
    if (isConcerned(first)) return { members: [member], facts: batches.flatMap(({ facts }) => facts) };
    // Their checkpoints move in one transaction, and move to the end of what is queued for all of them.
    const idle = waiting.filter((each) => !isConcerned(each));
    const newest = idle
      .map(([, queue]) => queue.batches.at(-1)?.facts ?? [])
      .reduce((one, other) => (endOf(other) > endOf(one) ? other : one));
    return { members: idle.map(([each]) => each), facts: newest };
  }

  private async run({ members, facts }: Portion): Promise<void> {
    const queues = members.flatMap((member) => this.queues.get(member) ?? []);
    const lengths = queues.map(({ batches }) => batches.length);
    for (const queue of queues) queue.isBusy = true;
    const begun = performance.now();
    try {
      for (const failed of await this.project(members, facts)) this.queues.delete(failed);
    } catch (error) {
      this.failure ??= { error };
      this.onFailure();
    }
    queues.forEach((queue, index) => {
      queue.batches = queue.batches.slice(lengths[index]);
      queue.isBusy = false;
      queue.tookMs = performance.now() - begun;
    });
    this.running--;
    this.start();
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

const endOf = (facts: readonly RecordedFact[]): bigint => facts.at(-1)?.position ?? -1n;

const isConcerned = ([{ projection }, { batches }]: readonly [RunningBuild, Queue]): boolean =>
  projection.handles.some((type) => type === everyFact || batches.some(({ types }) => types.has(type)));

// What the fields of a fact take beside its data, and what a value takes beside its characters.
const bytesOfFact = 800;
const bytesOfValue = 16;

/**
 * About how many bytes of memory facts take, counted until it is `most`: within a factor of two or so, and fast enough to be asked of every fact. Sealed
 * data is not opened for it, and counts twice, as it lies beside what is opened of it.
 */
function approximateBytes(facts: readonly RecordedFact[], most: number): number {
  let bytes = 0;
  for (const fact of facts) {
    if (bytes >= most) break;
    const isSealed = fact.storedData !== undefined;
    bytes += bytesOfFact + (isSealed ? 2 * bytesOfJson(fact.storedData, most) : bytesOfJson(fact.data, most));
  }
  return bytes;
}

function bytesOfJson(json: unknown, most: number): number {
  let bytes = 0;
  const values = [json];
  while (values.length > 0 && bytes < most) {
    const value = values.pop();
    bytes += typeof value === 'string' ? bytesOfValue + value.length : bytesOfValue;
    if (typeof value === 'object' && value !== null) for (const name in value) values.push((value as Record<string, unknown>)[name]);
  }
  return bytes;
}
