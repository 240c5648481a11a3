import { leadDuties, type Duty, type Leadership } from '@pps/leases';
import { openDatabase, type Database } from '@pps/read-store';
import { eventually } from './eventually';
import { tcpProxy } from './tcp-proxy';

/** When a host worked on a duty, on this process's clock. */
export interface Work {
  readonly host: string;
  readonly duty: string;
  readonly from: number;
  to: number;
}

export interface SharingHost {
  /** What it works on at the moment. */
  readonly leads: () => readonly string[];
  readonly errors: readonly unknown[];
  stop(): Promise<void>;
}

/** Hosts of one kind in this process that write down what they work on. */
export class SharingHosts {
  readonly work: Work[] = [];
  /** How often one of them has given up duties for another. */
  offers = 0;
  private looks = 0;
  private readonly watched = new Set<Database>();

  constructor(
    private readonly url: string,
    private readonly kind: string,
    private readonly duties: readonly Pick<Duty, 'name'>[],
  ) {}

  /** One more; `failing` makes its work fail at once, `endsAfterMs` lets it go on for so long after its signal aborted. */
  start(host: string, db: Database, { failing = false, endsAfterMs = 0, duties = this.duties } = {}): SharingHost {
    if (!this.watched.has(db)) {
      this.watched.add(db);
      db.on('query', ({ sql }: { readonly sql: string }) => {
        if (sql.includes('set offered_to = held')) this.offers += 1;
        if (sql.includes('from leases_renewed')) this.looks += 1;
      });
    }
    const ending = new AbortController();
    const errors: unknown[] = [];
    const leads = () => this.work.filter((each) => each.host === host && each.to === Infinity).map(({ duty }) => duty);
    const run = (duty: string) => (leadership: Leadership) => {
      if (failing) return Promise.reject(new Error(`${host} cannot`));
      const work = { host, duty, from: performance.now(), to: Infinity };
      this.work.push(work);
      return new Promise<void>((resolve) => {
        leadership.signal.addEventListener('abort', () => {
          setTimeout(() => {
            work.to = performance.now();
            resolve();
          }, endsAfterMs);
        });
      });
    };
    const all = duties.map((duty) => ({ ...duty, run: run(duty.name) }));
    const leading = leadDuties({ db, kind: this.kind, duties: all, onError: (error) => void errors.push(error) }, ending.signal);
    const stop = async () => {
      ending.abort();
      await leading;
    };
    return { leads, errors, stop };
  }

  /** One whose way to the database may be cut: it is killed, as far as others see, or hangs. */
  async startBehindProxy(host: string) {
    const proxy = await tcpProxy(Number(new URL(this.url).port));
    const db = openDatabase(Object.assign(new URL(this.url), { port: String(proxy.port) }).href, 4);
    return { ...this.start(host, db), proxy, close: () => db.destroy() };
  }

  /** Until those who lead have looked so many times, all together, at who asks for duties, which each does with its renewals. */
  async looked(times: number, meanwhile = async (): Promise<void> => undefined): Promise<void> {
    const before = this.looks;
    await eventually(`${times} looks at who asks`, async () => {
      await meanwhile();
      return this.looks >= before + times ? true : undefined;
    });
  }

  /** Until all duties are led and each of these hosts leads about its part, by number. */
  share(hosts: readonly SharingHost[], most: number, least: number, meanwhile = async (): Promise<void> => undefined): Promise<number> {
    const begun = performance.now();
    return eventually(`a share of ${least} to ${most} duties for each of ${hosts.length} hosts`, async () => {
      await meanwhile();
      const counts = hosts.map((host) => host.leads().length);
      const isAll = counts.reduce((sum, count) => sum + count, 0) === this.duties.length;
      return isAll && counts.every((count) => count <= most && count >= least) ? performance.now() - begun : undefined;
    });
  }

  /** Duties that two hosts worked on at one time. */
  overlaps(): readonly string[] {
    return this.eachPair((before, next) => (next.from < before.to ? [`${next.duty}: ${before.host}, ${next.host}`] : []));
  }

  /** The longest time, in milliseconds, for which nobody worked on a duty that somebody had begun, from a moment on. */
  longestGap(from: number): number {
    return Math.max(0, ...this.eachPair((before, next) => (next.from >= from ? [next.from - before.to] : [])));
  }

  private eachPair<T>(found: (before: Work, next: Work) => readonly T[]): T[] {
    return this.duties.flatMap(({ name }) => {
      const terms = this.work.filter(({ duty }) => duty === name).sort((a, b) => a.from - b.from);
      return terms.slice(1).flatMap((next, index) => found(terms[index] ?? next, next));
    });
  }
}
