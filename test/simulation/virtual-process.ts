import type { VirtualTime } from './virtual-time';

/** A process that can be killed, so that whatever it waits for never comes back to it, or frozen, so that it comes back late. */
export class VirtualProcess {
  isAlive = true;
  private frozenUntil = 0;

  constructor(readonly time: VirtualTime) {}

  kill(): void {
    this.isAlive = false;
  }

  freeze(ms: number): void {
    this.frozenUntil = this.time.now + ms;
  }

  /** Resolves so much later, later still when it is frozen then, and never when it was killed. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        if (!this.isAlive) return;
        if (this.frozenUntil > this.time.now) this.time.at(this.frozenUntil, wake);
        else resolve();
      };
      this.time.after(ms, wake);
    });
  }
}
