import type { Work } from '@pps/work-queue';
import type { VirtualProcess } from './virtual-process';
import type { VirtualTime } from './virtual-time';

export interface VirtualWorker {
  readonly process: VirtualProcess;
  free: number;
  readonly handle: (work: Work) => Promise<void>;
}

const comesAgainAfterMs = 10_000;

/** Carries work to whoever has a free slot; loses some, brings some twice, and brings again what a dead worker had in hand. */
export class VirtualWork {
  workers: VirtualWorker[] = [];
  loses = 0;
  repeats = 0;
  private waiting: Work[] = [];

  constructor(
    private readonly time: VirtualTime,
    private readonly random: () => number,
  ) {}

  offer(work: Work): void {
    const luck = this.random();
    if (luck < this.loses) return;
    for (let copy = luck > 1 - this.repeats ? 2 : 1; copy > 0; copy -= 1)
      this.time.after(1 + this.random() * 15, () => {
        this.waiting.push(work);
        this.hand();
      });
  }

  private hand(): void {
    while (this.waiting.length > 0) {
      const free = this.workers.filter((worker) => worker.free > 0 && worker.process.isAlive);
      const worker = free[Math.floor(this.random() * free.length)];
      const work = worker && this.waiting.shift();
      if (!work) return;
      this.give(worker, work);
    }
  }

  private give(worker: VirtualWorker, work: Work): void {
    let done = false;
    worker.free -= 1;
    // Handed over by the network: a frozen worker finds it when it goes on.
    void worker.process
      .sleep(1)
      .then(() => worker.handle(work))
      .catch(() => undefined)
      .finally(() => {
        done = true;
        worker.free += 1;
        this.hand();
      });
    this.time.after(comesAgainAfterMs, () => {
      if (done || worker.process.isAlive) return;
      this.waiting.push(work);
      this.hand();
    });
  }
}
