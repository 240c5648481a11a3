import { ConditionVariable, linkAbort, orTimeout, pause, whenAborted } from '@pps/concurrency';
import { databaseConnection, type DatabaseConnection } from '@pps/read-store';
import { randomUUID } from 'node:crypto';
import { answered, isLockWanted, lockShared, outlastEndedWriter, tryLockExclusive, unlockExclusive } from './writer-lock.client';

export interface WriterLockOptions {
  /** Whether this process may be the exclusive writer: the one of an installation whose hosts share a process. */
  readonly mayBeExclusive?: boolean;
  /** Reads the position of the log's newest event from the event store. */
  readonly readHead: () => Promise<bigint>;
  /** How long after it asked a process may rely on what a heartbeat was answered; the same for all processes. 1.5 s. */
  readonly validMs?: number;
  /** The wait between two heartbeats, 500 ms. */
  readonly heartbeatMs?: number;
}

type Mode = 'none' | 'shared' | 'exclusive';

/** Of a database that cannot be reached: how long after a process has lost its lock its appends are held back. */
const patienceMs = 5_000;
const connectMs = 5_000;
const reconnectMs = 200;

/**
 * Says which processes answer writes. Each that does holds a lock in shared mode; one that holds it exclusively knows of every write that was answered,
 * without asking the event store. It gives that up at its next heartbeat when another process wants the lock, and that one answers no write before.
 *
 * The lock lies on a connection to PostgreSQL, and each process relies on it for `validMs` after its last answered heartbeat. As it may be lost
 * before that is noticed, who gets it next waits as long: an exclusive writer always, before it relies on it; the others after a
 * writer that ended without saying so. No clock but each process's own monotonic one is compared.
 */
export class WriterLock {
  private readonly id = randomUUID();
  private readonly ending = new AbortController();
  private readonly changed = new ConditionVariable();
  private readonly options: Required<WriterLockOptions>;
  private mode: Mode = 'none';
  /** On this process's monotonic clock. */
  private validUntil = -Infinity;
  private lostAt = performance.now();
  /** Of every event appended by this process, or by anybody before it became the exclusive writer, while it is; else null. */
  private known: bigint | null = null;
  private appended = -1n;
  private client: DatabaseConnection | undefined;
  private holding: Promise<void> | undefined;

  constructor(
    private readonly databaseUrl: string,
    options: WriterLockOptions,
  ) {
    this.options = { mayBeExclusive: false, validMs: 1_500, heartbeatMs: 500, ...options };
  }

  start(): void {
    this.holding ??= this.holdUntilStopped();
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.holding;
  }

  /** No write that was answered by now, by whatever process, is newer than this; undefined where only the event store knows. */
  knownHead(): bigint | undefined {
    if (this.known === null || performance.now() >= this.validUntil) return undefined;
    return this.appended > this.known ? this.appended : this.known;
  }

  /**
   * To be called with the position of an event that was appended, before anybody is told of it. Resolves when this process holds the lock, and so
   * nobody answers reads without knowing of it: nearly always at once; after 5 s without the lock in any case.
   */
  noteAppend(position: bigint): Promise<void> | undefined {
    if (position > this.appended) this.appended = position;
    return this.isHeld() ? undefined : this.waitUntilHeld();
  }

  private isHeld(): boolean {
    return this.mode !== 'none' && performance.now() < this.validUntil;
  }

  private async waitUntilHeld(): Promise<void> {
    while (!this.isHeld() && !this.ending.signal.aborted) {
      const left = Math.max(this.lostAt, this.validUntil) + patienceMs - performance.now();
      if (left <= 0) return;
      await this.changed.wait(left, this.ending.signal);
    }
  }

  private async holdUntilStopped(): Promise<void> {
    while (!this.ending.signal.aborted) {
      const client = databaseConnection(this.databaseUrl, connectMs);
      const end = () =>
        orTimeout(
          client.end().catch(() => undefined),
          reconnectMs,
        );
      this.client = client;
      // One that ends late says nothing of the one after it.
      const lost = () => void (this.client === client && this.lose());
      client.on('error', lost).on('end', lost);
      const stopped = linkAbort(this.ending.signal);
      try {
        const connecting = client.connect();
        connecting.catch(() => undefined);
        await Promise.race([connecting, whenAborted(stopped.signal)]);
        if (!stopped.signal.aborted) await this.hold(client);
      } catch {
        // Asked again below, and until then nobody relies on the lock.
      } finally {
        stopped.release();
      }
      this.lose();
      await end();
      await pause(reconnectMs, this.ending.signal);
    }
  }

  private async hold(client: DatabaseConnection): Promise<void> {
    const { validMs, heartbeatMs, mayBeExclusive } = this.options;
    const { signal } = this.ending;
    await this.enter(client);
    let exclusiveSince = Infinity;
    while (!signal.aborted) {
      await pause(heartbeatMs, signal);
      if (signal.aborted) break;
      const askedAt = performance.now();
      const wanted = await answered(isLockWanted(client), validMs);
      if (this.mode === 'none') return;
      this.renew(askedAt);
      if (this.mode === 'exclusive' && wanted) {
        exclusiveSince = Infinity;
        this.known = null;
        this.mode = 'none';
        await answered(unlockExclusive(client, this.id), validMs);
        await this.enter(client);
      } else if (this.mode === 'shared' && mayBeExclusive && !wanted && (await answered(tryLockExclusive(client, this.id), validMs))) {
        this.mode = 'exclusive';
        exclusiveSince = performance.now();
      } else if (this.mode === 'exclusive' && this.known === null && performance.now() >= exclusiveSince + validMs) {
        // A store that does not answer is asked again after the next heartbeat.
        const head = await orTimeout(
          this.options.readHead().catch(() => undefined),
          heartbeatMs,
        );
        if (head !== undefined && this.isHeld()) this.known = head;
      }
    }
    if (this.mode !== 'exclusive') return;
    this.lose();
    await answered(unlockExclusive(client, this.id), validMs);
  }

  private async enter(client: DatabaseConnection): Promise<void> {
    const { validMs } = this.options;
    const giveUp = () => void client.end().catch(() => undefined);
    this.ending.signal.addEventListener('abort', giveUp, { once: true });
    try {
      await lockShared(client, 2 * validMs);
      await outlastEndedWriter(client, this.id, validMs, this.ending.signal);
    } finally {
      this.ending.signal.removeEventListener('abort', giveUp);
    }
    const askedAt = performance.now();
    await answered(isLockWanted(client), validMs);
    this.mode = 'shared';
    this.renew(askedAt);
  }

  private renew(askedAt: number): void {
    this.validUntil = askedAt + this.options.validMs;
    this.changed.notifyAll();
  }

  private lose(): void {
    if (this.mode === 'none') return;
    this.mode = 'none';
    this.known = null;
    this.lostAt = performance.now();
  }
}
