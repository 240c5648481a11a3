/** What a step reads and writes: two steps of different tasks commute unless one writes what the other touches. */
export interface Touch {
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
}

export interface Step {
  /** Which step of which task: the same in every interleaving. */
  readonly key: string;
  readonly task: string;
  readonly touch: Touch;
}

interface WaitingStep extends Step {
  readonly isReady: () => boolean;
  readonly take: () => void;
}

/** Chooses one of the steps that can be taken now; null ends the run. */
export type Pick = (ready: readonly Step[]) => Step | null;

/** Lets nothing that waits at a port go on until it is chosen: between two steps every task has gone as far as it can. */
export class Turns {
  private readonly waiting: WaitingStep[] = [];
  private readonly counts = new Map<string, number>();

  /** Waits for its turn, then does the work, which nothing interrupts, and gives what it gives. */
  at<T>(task: string, touch: Touch, work: () => T, isReady: () => boolean = always): Promise<T> {
    const count = (this.counts.get(task) ?? 0) + 1;
    this.counts.set(task, count);
    return new Promise((resolve, reject) => {
      const take = () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error as Error);
        }
      };
      this.waiting.push({ key: `${task} ${count}`, task, touch, isReady, take });
    });
  }

  /** Takes steps until none is left or `pick` ends it; the keys in the order they were taken. */
  async run(pick: Pick): Promise<readonly string[]> {
    const taken: string[] = [];
    for (;;) {
      await new Promise(setImmediate);
      const ready = this.waiting.filter((step) => step.isReady());
      const chosen = ready.length === 0 ? null : pick(ready);
      const step = ready.find(({ key }) => key === chosen?.key);
      if (!step) return taken;
      this.waiting.splice(this.waiting.indexOf(step), 1);
      taken.push(step.key);
      step.take();
    }
  }
}

/** What waited first goes first. */
export const inOrder: Pick = (ready) => ready[0] ?? null;

const always = (): boolean => true;
