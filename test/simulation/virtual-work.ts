import type { WorkItem } from '@pps/work-queue';
import { Fifo } from './fifo';
import type { VirtualProcess } from './virtual-process';
import type { VirtualTime } from './virtual-time';

export interface VirtualWorker {
  readonly process: VirtualProcess;
  free: number;
  readonly inHand: Set<WorkItem>;
  readonly handle: (work: WorkItem) => Promise<void>;
}

const comesAgainWithinMs = 10_000;

/** Delivers work to whoever has a free slot; loses some, delivers some twice, and delivers again what a dead worker had taken, unless it was wiped. */
export class VirtualWork {
  workers: VirtualWorker[] = [];
  loses = 0;
  repeats = 0;
  /** Offers that nobody got because they were lost on the way, or wiped. */
  lost = 0;
  broughtAgain = 0;
  private era = 0;
  private readonly waiting = new Fifo<WorkItem>();

  constructor(
    private readonly time: VirtualTime,
    private readonly random: () => number,
  ) {}

  offer(work: WorkItem): void {
    const luck = this.random();
    if (luck < this.loses) {
      this.lost += 1;
      return;
    }
    for (let copy = luck > 1 - this.repeats ? 2 : 1; copy > 0; copy -= 1) this.arriveIn(1 + this.random() * 15, [work]);
  }

  /** Everything that waits or is being delivered is lost; workers go on with what they have taken, and nobody gets that again. */
  wipe(): void {
    this.era += 1;
    this.lost += this.waiting.size;
    this.waiting.clear();
  }

  /** What a killed worker had taken. */
  died({ inHand }: VirtualWorker): void {
    this.broughtAgain += inHand.size;
    if (inHand.size > 0) this.arriveIn(this.random() * comesAgainWithinMs, [...inHand]);
  }

  private arriveIn(ms: number, works: readonly WorkItem[]): void {
    const { era } = this;
    this.time.after(ms, () => {
      if (era !== this.era) {
        this.lost += works.length;
        return;
      }
      for (const work of works) this.waiting.push(work);
      this.hand();
    });
  }

  private hand(): void {
    while (this.waiting.size > 0) {
      const free = this.workers.filter((worker) => worker.free > 0 && worker.process.isAlive);
      const worker = free[Math.floor(this.random() * free.length)];
      const work = worker && this.waiting.shift();
      if (!work) return;
      this.give(worker, work);
    }
  }

  private give(worker: VirtualWorker, offered: WorkItem): void {
    const work = { ...offered };
    worker.free -= 1;
    worker.inHand.add(work);
    // Delivered by the network: a frozen worker finds it when it goes on.
    void worker.process
      .sleep(1)
      .then(() => worker.handle(work))
      .catch(() => undefined)
      .finally(() => {
        worker.free += 1;
        worker.inHand.delete(work);
        this.hand();
      });
  }
}
