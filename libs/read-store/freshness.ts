import { LiveStates } from '@pps/event-store';
import { Client } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { checkpoints } from './checkpoint';
import type { Database } from './database';
import { progressChannel } from './projection-batch';

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
  private readonly waiters = new Set<() => void>();
  private listener: Client | undefined;
  private stopped = false;

  constructor(
    private readonly db: Database,
    private readonly databaseUrl: string,
    private readonly live: LiveStates,
  ) {}

  async start(): Promise<void> {
    await this.refresh();
    void this.listen();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.listener?.end().catch(() => undefined);
  }

  /** Throws `NotFresh` after 2 s. A projection that has stopped is never fresh again until it is retried. */
  async wait(...projections: readonly string[]): Promise<void> {
    const head = await this.live.head();
    const deadline = performance.now() + patienceMs;
    for (const projection of projections) await this.passed(projection, head, deadline);
  }

  private async passed(projection: string, head: bigint, deadline: number): Promise<void> {
    while ((this.positions.get(projection) ?? -1n) < head) {
      const left = deadline - performance.now();
      if (left <= 0) throw new NotFresh(projection);
      if (!(await this.progress(Math.min(left, pollMs)))) await this.refresh().catch(() => undefined);
    }
  }

  /** True when progress was announced within `ms`. */
  private async progress(ms: number): Promise<boolean> {
    const timer = new AbortController();
    let wake = () => undefined as void;
    const announced = new Promise<boolean>((resolve) => (wake = () => resolve(true)));
    this.waiters.add(wake);
    const result = await Promise.race([announced, delay(ms, false, { signal: timer.signal }).catch(() => false)]);
    timer.abort();
    this.waiters.delete(wake);
    return result;
  }

  private async refresh(): Promise<void> {
    for (const checkpoint of await checkpoints.all(this.db, 'projection')) {
      if (checkpoint.serving) this.positions.set(checkpoint.name, checkpoint.position);
    }
  }

  private async listen(): Promise<void> {
    while (!this.stopped) {
      const client = new Client({ connectionString: this.databaseUrl, connectionTimeoutMillis: 5_000, keepAlive: true });
      this.listener = client;
      const ended = new Promise<void>((resolve) => client.once('end', resolve).once('error', () => resolve()));
      try {
        await client.connect();
        client.on('notification', ({ payload }) => this.announce(payload ?? ''));
        await client.query(`listen ${progressChannel}`);
        await this.refresh();
        await ended;
      } catch {
        // Polling carries the reads until the next connection.
      }
      await client.end().catch(() => undefined);
      if (!this.stopped) await delay(500);
    }
  }

  private announce(payload: string): void {
    for (const part of payload.split(',')) {
      const [name, , position] = part.split(' ');
      if (name && position) this.positions.set(name, BigInt(position));
    }
    for (const wake of this.waiters) wake();
  }
}
