import { ConditionVariable, orTimeout, pause } from '@pps/concurrency';
import { Mutex } from 'async-mutex';
import { setTimeout as delay } from 'node:timers/promises';
import { connectWritable, databaseConnection, type DatabaseConnection } from './database-connection';
import { progressChannel, unchanged } from './project-batch';
import { statementName } from './run-prepared';
import { Timelines } from './timelines';
import { timelineOf } from './watch-connection';
import { addressesOf, findWritableAddress } from './writable-address';

/** Longer reads would hold up the notifications that come on the same connection. */
const readMs = 1_500;
const deadAfterMs = 5_000;

/** Listens on one connection for the progress of the projections. It reconnects by itself; nobody may rely on it alone, because it may miss some. */
export class ProgressListener {
  private readonly moved = new ConditionVariable();
  /** How often a projection has said that it projected facts. */
  private readonly changes = new Map<string, number>();
  private readonly observers = new Set<(name: string, position: bigint) => void>();
  private readonly losses = new Set<() => void>();
  private readonly ending = new AbortController();
  private client: DatabaseConnection | undefined;
  private listens = false;
  private readonly reading = new Mutex();

  /** Null where no connection can listen: then everybody polls. */
  constructor(
    private readonly databaseUrl: string | null,
    private readonly timelines = new Timelines(),
  ) {}

  start(): void {
    if (this.databaseUrl !== null) void this.listen(this.databaseUrl);
  }

  async stop(): Promise<void> {
    this.ending.abort();
    this.moved.notifyAll();
    if (this.client) await end(this.client);
  }

  /** Whether its connection hears of progress now, as far as is known. */
  isListening(): boolean {
    return this.listens;
  }

  /**
   * The rows of a read that is sent often, planned once for each connection. Throws without a connection that listens, and what the database throws: it
   * ends the read after 1.5 s. Where it does not answer at all within 5 s, the connection is made anew. A read waits for those that came before, which is not in these times.
   */
  async read<Row extends object>(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    return this.reading.runExclusive(() => this.readNow<Row>(text, values));
  }

  private async readNow<Row extends object>(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    const { client } = this;
    if (!client || !this.listens) throw new Error('no connection listens');
    const answer = await orTimeout(client.query<Row>({ name: statementName(text), text, values: [...values] }), deadAfterMs);
    if (answer) return answer.rows;
    this.listens = false;
    void end(client);
    throw new Error('the database does not answer');
  }

  /** `lost` is called when the connection drops: positions heard before may no longer be true. */
  observe(observer: (name: string, position: bigint) => void, lost?: () => void): void {
    this.observers.add(observer);
    if (lost) this.losses.add(lost);
  }

  /**
   * The wait of a loop that works on the rows of these projections and must not miss any: it returns at once when one of them has projected facts
   * since the wait before, else after `ms` milliseconds at most; and it lasts `pauseMs` at least, so that constant progress costs one round per
   * pause and not one per fact, while a fact after a longer silence waits for nothing. Facts that concern none of them wake nobody. A signal that
   * aborts ends it.
   */
  loop(projections: readonly string[], pauseMs: number): (ms: number, signal?: AbortSignal) => Promise<void> {
    const changed = () => projections.reduce((sum, name) => sum + (this.changes.get(name) ?? 0), 0);
    let seen = 0;
    return async (ms, signal) => {
      const isEnding = () => this.ending.signal.aborted || signal?.aborted === true;
      const begun = performance.now();
      const until = begun + ms;
      for (let left = ms; seen === changed() && left > 0 && !isEnding(); left = until - performance.now()) {
        await this.next(left, signal);
      }
      const pauseLeft = begun + pauseMs - performance.now();
      if (pauseLeft > 0 && !isEnding()) await delay(pauseLeft);
      seen = changed();
    };
  }

  /** Resolves true when some projection made progress, false after `ms` milliseconds or when the signal aborts. */
  async next(ms: number, signal?: AbortSignal): Promise<boolean> {
    if (this.ending.signal.aborted) return false;
    return this.moved.wait(ms, signal);
  }

  private async listen(databaseUrl: string): Promise<void> {
    while (!this.ending.signal.aborted) {
      const address = await findWritableAddress(databaseUrl, this.timelines).catch(() => null);
      if (this.ending.signal.aborted) return;
      // Where none takes writes, connecting to the first says so below.
      const client = databaseConnection(address ?? addressesOf(databaseUrl)[0] ?? databaseUrl, 5_000);
      this.client = client;
      const ended = new Promise<void>((resolve) => client.on('end', resolve).on('error', () => resolve()));
      const unwatch = this.timelines.onNewer(() => this.timelines.isOlder(timelineOf(client)) && void end(client));
      try {
        await connectWritable(client, this.timelines);
        client.on('notification', ({ payload }) => this.announce(payload ?? ''));
        // What is read here is read again and again, of tables that are short now and long later.
        await client.query(
          `set enable_seqscan = off; set plan_cache_mode = force_generic_plan; set statement_timeout = ${readMs}; listen ${progressChannel}`,
        );
        this.listens = true;
        await ended;
      } catch {
        // Those who wait poll the checkpoints until the next connection.
      }
      unwatch();
      this.listens = false;
      for (const lost of this.losses) lost();
      await end(client);
      await pause(500, this.ending.signal);
    }
  }

  private announce(payload: string): void {
    for (const part of payload.split(',')) {
      const [name, , position, rest] = part.split(' ');
      if (!name || !position) continue;
      // A projector of a release that does not say so may have projected something.
      if (rest !== unchanged) this.changes.set(name, (this.changes.get(name) ?? 0) + 1);
      for (const observer of this.observers) observer(name, BigInt(position));
    }
    this.moved.notifyAll();
  }
}

/** Closes the connection, waiting 1 s at most: a dead one never answers. */
async function end(client: DatabaseConnection): Promise<void> {
  await orTimeout(
    client.end().catch(() => undefined),
    1_000,
  );
}
