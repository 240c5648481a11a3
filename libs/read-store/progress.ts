import { Client } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { progressChannel } from './projection-batch';

/** One connection that hears how far the projections have come; it reconnects by itself, and waits never depend on it alone. */
export class ProgressListener {
  private readonly waiters = new Set<() => void>();
  private readonly observers = new Set<(name: string, position: bigint) => void>();
  private client: Client | undefined;
  private stopped = false;

  constructor(private readonly databaseUrl: string) {}

  start(): void {
    void this.listen();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.wake();
    await this.client?.end().catch(() => undefined);
  }

  observe(observer: (name: string, position: bigint) => void): void {
    this.observers.add(observer);
  }

  /** Resolves true when some projection moved on, false after `ms` milliseconds. */
  async next(ms: number): Promise<boolean> {
    if (this.stopped) return false;
    const timer = new AbortController();
    let wake = () => undefined as void;
    const announced = new Promise<boolean>((resolve) => (wake = () => resolve(true)));
    this.waiters.add(wake);
    const result = await Promise.race([announced, delay(ms, false, { signal: timer.signal }).catch(() => false)]);
    timer.abort();
    this.waiters.delete(wake);
    return result;
  }

  private async listen(): Promise<void> {
    while (!this.stopped) {
      const client = new Client({ connectionString: this.databaseUrl, connectionTimeoutMillis: 5_000, keepAlive: true });
      this.client = client;
      const ended = new Promise<void>((resolve) => client.once('end', resolve).once('error', () => resolve()));
      try {
        await client.connect();
        client.on('notification', ({ payload }) => this.announce(payload ?? ''));
        await client.query(`listen ${progressChannel}`);
        await ended;
      } catch {
        // Those who wait look for themselves until the next connection.
      }
      await client.end().catch(() => undefined);
      if (!this.stopped) await delay(500);
    }
  }

  private announce(payload: string): void {
    for (const part of payload.split(',')) {
      const [name, , position] = part.split(' ');
      if (name && position) for (const observer of this.observers) observer(name, BigInt(position));
    }
    this.wake();
  }

  private wake(): void {
    for (const wake of this.waiters) wake();
  }
}
