import { LRUCache } from 'lru-cache';
import type { SealingKeys, SubjectSealer } from './sealing-keys';

const subjectsAtMost = 20_000;
const lifetimeMs = 30_000;
const readAtOnce = 1_000;

/** Keys of the subjects asked for last, at most 20,000 of them, each for 30 s at most, also those that have none. */
export class KeyCache implements SealingKeys {
  private readonly known: LRUCache<string, SubjectSealer | 'none'>;
  /** Subjects that are being forgotten: their keys are read each time, so that the dropping of one shows at once. */
  private readonly ending: LRUCache<string, true>;

  constructor(
    private readonly keys: SealingKeys,
    { max = subjectsAtMost, ttlMs = lifetimeMs } = {},
  ) {
    this.known = new LRUCache({ max, ttl: ttlMs });
    this.ending = new LRUCache({ max });
  }

  async toSeal(subject: string): Promise<SubjectSealer | null> {
    const known = this.known.get(subject);
    if (known !== undefined && known !== 'none') return known;
    const sealer = await this.keys.toSeal(subject);
    if (sealer) this.remember(subject, sealer);
    return sealer;
  }

  async toOpen(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectSealer>> {
    const found = new Map<string, SubjectSealer>();
    const missing: string[] = [];
    for (const subject of new Set(subjects)) {
      const known = this.known.get(subject);
      if (known === undefined) missing.push(subject);
      else if (known !== 'none') found.set(subject, known);
    }
    for (let from = 0; from < missing.length; from += readAtOnce) {
      const asked = missing.slice(from, from + readAtOnce);
      const read = await this.keys.toOpen(asked);
      for (const subject of asked) {
        const sealer = read.get(subject);
        this.remember(subject, sealer ?? 'none');
        if (sealer) found.set(subject, sealer);
      }
    }
    return found;
  }

  /** A fact says that the subject is being forgotten. */
  drop(subject: string): void {
    this.ending.set(subject, true);
    this.known.delete(subject);
  }

  private remember(subject: string, sealer: SubjectSealer | 'none'): void {
    if (!this.ending.get(subject)) this.known.set(subject, sealer);
  }
}
