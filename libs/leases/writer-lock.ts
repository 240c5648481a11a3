import { ConditionVariable, linkAbort, orTimeout, pause, whenAborted } from '@pps/concurrency';
import { connectWritable, databaseConnection, Timelines, type DatabaseConnection } from '@pps/read-store';
import { timelineOf } from '@pps/read-store/watch-connection';
import { addressesOf, findWritableAddress } from '@pps/read-store/writable-address';
import { randomUUID } from 'node:crypto';
import { answered, isLockWanted, lockShared, outlastEndedWriter, tryLockExclusive, unlockExclusive } from './writer-lock.client';

export interface WriterLockOptions {
  /** Whether this process may be the exclusive writer: the one of an installation whose hosts share a process. */
  readonly mayBeExclusive?: boolean;
  /** Reads the position of the log's newest event from the event store. */
  readonly readHead: () => Promise<bigint>;
  /** How long after it asked a process may rely on what a heartbeat was answered; the same for all processes. 1.5 s. */
  readonly validMs?: number;
  /** The wait between two heartbeats, 500 ms; up to twice as long until somebody relies on the lock. */
  readonly heartbeatMs?: number;
  /** What this process has met at the address: a lock on a server that was replaced counts no more. */
  readonly timelines?: Timelines;
  /** Told once for each time that the lock could not be had for 5 s. */
  readonly onUnobtainable?: (error: unknown) => void;
}

type Mode = 'none' | 'shared' | 'exclusive';

/** Of a database that cannot be reached: how long after a process has lost its lock its appends are held back. */
const patienceMs = 5_000;
/** For how long after it asked a process relies on what the database answered. */
export const writerValidMs = 1_500;
const connectMs = 5_000;
const reconnectMs = 200;
/** What an exclusive writer knows of the log is compared with the log at every tenth heartbeat: each 5 s, 10 s while nobody relies on it. */
const heartbeatsBetweenReads = 10;

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
  private exclusiveSince = Infinity;
  private isReadingHead = false;
  private isLogOlder = false;
  /** Since the last heartbeat. */
  private isReliedOn = false;
  private readonly reliedOn = new ConditionVariable();
  private client: DatabaseConnection | undefined;
  private holding: Promise<void> | undefined;

  constructor(
    private readonly databaseUrl: string,
    options: WriterLockOptions,
  ) {
    this.options = {
      timelines: new Timelines(),
      mayBeExclusive: false,
      validMs: writerValidMs,
      heartbeatMs: 500,
      onUnobtainable: () => undefined,
      ...options,
    };
  }

  start(): void {
    this.holding ??= this.holdUntilStopped();
  }

  async stop(): Promise<void> {
    this.ending.abort();
    this.changed.notifyAll();
    await this.holding;
  }

  /** No write that was answered by now, by whatever process, is newer than this; undefined where only the event store knows. */
  knownHead(): bigint | undefined {
    this.rely();
    if (this.known === null || performance.now() >= this.validUntil) return undefined;
    return this.appended > this.known ? this.appended : this.known;
  }

  /**
   * To be called with the position of an event that was appended, before anybody is told of it. Resolves when this process holds the lock, and so
   * nobody answers reads without knowing of it: nearly always at once, and after 5 s in any case, or sooner where the lock was lost before.
   */
  noteAppend(position: bigint): Promise<void> | undefined {
    this.noteSeen(position);
    this.rely();
    return this.isHeld() ? undefined : this.waitUntilHeld();
  }

  /** To be called with the position of an event that was read: what is answered may follow from it, whoever appended it. */
  noteSeen(position: bigint): void {
    if (position > this.appended) this.appended = position;
  }

  private rely(): void {
    if (this.isReliedOn) return;
    this.isReliedOn = true;
    this.reliedOn.notifyAll();
  }

  private isHeld(): boolean {
    return this.mode !== 'none' && performance.now() < this.validUntil;
  }

  private async waitUntilHeld(): Promise<void> {
    const until = Math.min(performance.now(), Math.max(this.lostAt, this.validUntil)) + patienceMs;
    while (!this.isHeld() && !this.ending.signal.aborted) {
      const left = until - performance.now();
      if (left <= 0) return;
      await this.changed.wait(left);
    }
  }

  private async holdUntilStopped(): Promise<void> {
    let isTold = false;
    while (!this.ending.signal.aborted) {
      const address = await findWritableAddress(this.databaseUrl).catch(() => null);
      if (this.ending.signal.aborted) return;
      // Where none takes writes, connecting to the first says so below.
      const client = databaseConnection(address ?? addressesOf(this.databaseUrl)[0] ?? this.databaseUrl, connectMs);
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
        const connecting = connectWritable(client, this.options.timelines);
        connecting.catch(() => undefined);
        await Promise.race([connecting, whenAborted(stopped.signal)]);
        if (!stopped.signal.aborted) await this.hold(client);
      } catch (error) {
        // Asked again below, and until then nobody relies on the lock.
        const isLong = performance.now() > Math.max(this.lostAt, this.validUntil) + patienceMs;
        if (isLong && !isTold) this.options.onUnobtainable(error);
        isTold = isLong;
      } finally {
        stopped.release();
      }
      this.lose();
      await end();
      await pause(reconnectMs, this.ending.signal);
    }
  }

  private async hold(client: DatabaseConnection): Promise<void> {
    const { validMs, heartbeatMs, mayBeExclusive, timelines } = this.options;
    const { signal } = this.ending;
    await this.enter(client);
    for (let beats = 0; !signal.aborted; beats++) {
      await pause(heartbeatMs, signal);
      if (!this.isReliedOn) await this.reliedOn.wait(heartbeatMs, signal);
      if (signal.aborted) break;
      this.isReliedOn = false;
      const askedAt = performance.now();
      const wanted = await answered(isLockWanted(client), validMs);
      if (this.mode === 'none' || timelines.isOlder(timelineOf(client))) return;
      this.renew(askedAt);
      if (this.mode === 'exclusive' && wanted) {
        this.known = null;
        this.mode = 'none';
        await answered(unlockExclusive(client, this.id), validMs);
        await this.enter(client);
      } else if (
        this.mode === 'shared' &&
        mayBeExclusive &&
        !this.isLogOlder &&
        !wanted &&
        (await answered(tryLockExclusive(client, this.id), validMs))
      ) {
        this.mode = 'exclusive';
        this.exclusiveSince = performance.now();
      } else if (this.mode === 'exclusive' && performance.now() >= this.exclusiveSince + validMs) {
        if (this.known === null || beats % heartbeatsBetweenReads === 0) void this.refreshHead();
      }
    }
    if (this.mode !== 'exclusive') return;
    this.lose();
    await answered(unlockExclusive(client, this.id), validMs);
  }

  /** One read at a time, however long it takes: heartbeats go on meanwhile. */
  private async refreshHead(): Promise<void> {
    if (this.isReadingHead) return;
    this.isReadingHead = true;
    const since = this.exclusiveSince;
    const before = this.known === null ? -1n : this.appended > this.known ? this.appended : this.known;
    try {
      const head = await this.options.readHead();
      if (this.mode !== 'exclusive' || this.exclusiveSince !== since) return;
      // The log was replaced by an older copy of itself: from now on only it knows its head.
      this.isLogOlder ||= head < before;
      this.known = this.isLogOlder ? null : head;
    } catch {
      // Asked again after the next heartbeat.
    } finally {
      this.isReadingHead = false;
    }
  }

  private async enter(client: DatabaseConnection): Promise<void> {
    const { validMs } = this.options;
    this.ending.signal.throwIfAborted();
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
