import { createHash } from 'node:crypto';

const flushAt = 1_000;

/** The hash of everything that a simulation did, in its order: the same seed and the same code give the same. */
export class Trace {
  private readonly hash = createHash('sha256');
  private lines: string[] = [];

  note(now: number, what: string): void {
    this.lines.push(`${now} ${what}\n`);
    if (this.lines.length >= flushAt) this.flush();
  }

  /** Of what was noted so far; nothing can be noted afterwards. */
  digest(): string {
    this.flush();
    return this.hash.digest('hex').slice(0, 32);
  }

  private flush(): void {
    this.hash.update(this.lines.join(''));
    this.lines = [];
  }
}
