import { ConditionVariable, orTimeout, pause } from '@pps/concurrency';
import { Client } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { progressChannel } from './projection-batch';

/** One connection that hears how far the projections have come; it reconnects by itself, and waits never depend on it alone. */
export class ProgressListener {
  private readonly moved = new ConditionVariable();
  private news = 0;
  private readonly observers = new Set<(name: string, position: bigint) => void>();
  private readonly losses = new Set<() => void>();
  private readonly ending = new AbortController();
  private client: Client | undefined;

  constructor(private readonly databaseUrl: string) {}

  start(): void {
    void this.listen();
  }

  async stop(): Promise<void> {
    this.ending.abort();
    this.moved.notifyAll();
    if (this.client) await end(this.client);
  }

  /** `lost` is called when the connection drops: what was heard before may no longer hold. */
  observe(observer: (name: string, position: bigint) => void, lost?: () => void): void {
    this.observers.add(observer);
    if (lost) this.losses.add(lost);
  }

  /**
   * Waits of one loop that must not miss what moves on while it works: a wait returns at once for news since the one before, at most after
   * `ms` milliseconds, and then rests `restMs`, so that a stream of news costs a round per rest and not one per item.
   */
  loop(restMs: number): (ms: number) => Promise<void> {
    let seen = 0;
    return async (ms) => {
      if (seen === this.news) await this.next(ms);
      if (!this.ending.signal.aborted) await delay(restMs);
      seen = this.news;
    };
  }

  /** Resolves true when some projection moved on, false after `ms` milliseconds. */
  async next(ms: number): Promise<boolean> {
    if (this.ending.signal.aborted) return false;
    return this.moved.wait(ms);
  }

  private async listen(): Promise<void> {
    while (!this.ending.signal.aborted) {
      const client = new Client({ connectionString: this.databaseUrl, connectionTimeoutMillis: 5_000, keepAlive: true });
      this.client = client;
      const ended = new Promise<void>((resolve) => client.on('end', resolve).on('error', () => resolve()));
      try {
        await client.connect();
        client.on('notification', ({ payload }) => this.announce(payload ?? ''));
        await client.query(`listen ${progressChannel}`);
        await ended;
      } catch {
        // Those who wait look for themselves until the next connection.
      }
      for (const lost of this.losses) lost();
      await end(client);
      await pause(500, this.ending.signal);
    }
  }

  private announce(payload: string): void {
    for (const part of payload.split(',')) {
      const [name, , position] = part.split(' ');
      if (name && position) for (const observer of this.observers) observer(name, BigInt(position));
    }
    this.news++;
    this.moved.notifyAll();
  }
}

/** A connection that is already dead does not say goodbye: waited for 1 s at most. */
async function end(client: Client): Promise<void> {
  await orTimeout(
    client.end().catch(() => undefined),
    1_000,
  );
}
