import { Streams, StreamStateCache, streamName, type RecordedFact } from '@pps/event-store';
import { derivedId, Rejected } from '@pps/kernel';
import type { PacingRates } from '@pps/pins';
import { pinStream, platformPinStream, platformPinStreamId } from '@pps/pins/events';
import { RoundRobinTable } from '@pps/pins/testing';
import { Fifo } from './fifo';
import { Invariants } from './invariants';
import { soundParts, type Parts } from './parts';
import { Trace } from './trace';
import { VirtualBuckets } from './virtual-buckets';
import { VirtualLog } from './virtual-log';
import { VirtualPlatform } from './virtual-platform';
import type { VirtualProcess } from './virtual-process';
import { VirtualQueue } from './virtual-queue';
import { VirtualTime } from './virtual-time';
import { VirtualWork, type VirtualWorker } from './virtual-work';

export interface WorldOptions {
  readonly rates: PacingRates;
  readonly random: () => number;
  /** Where virtual time begins. */
  readonly begin: number;
  readonly workers: number;
  readonly startWorkerProcess: (world: World) => VirtualWorker;
  readonly overdueAfterMs?: number;
  readonly parts?: Partial<Parts>;
}

const statesCached = 5_000;
const overdueAfterMs = 20 * 60_000;
const readingSeconds = 1e-9;

/** The real pacing and publishing on a clock, a log, a queue and a platform that only exist in memory. */
export class World {
  readonly time = new VirtualTime();
  readonly trace = new Trace();
  readonly parts: Parts;
  readonly roundRobin: RoundRobinTable;
  readonly queue: VirtualQueue;
  readonly invariants: Invariants;
  readonly log: VirtualLog;
  readonly work: VirtualWork;
  readonly platform: VirtualPlatform;
  readonly buckets: VirtualBuckets;
  /** By how much the wall clock is set wrong. */
  clockOffsetMs = 0;
  projectionLagMs = 20;
  /** Accounts that publish only after a new consent of their user. */
  readonly needsConsent = new Set<string>();
  /** Of the pacer that leads. */
  leaseEpoch = 0n;
  private idsGiven = 0;
  private uptimesRead = 0;
  private isProjecting = false;
  private readonly toProject = new Fifo<{ readonly at: number; readonly fact: RecordedFact }>();
  private readonly observers: ((fact: RecordedFact) => void)[] = [];

  constructor(readonly options: WorldOptions) {
    const { random, rates, begin } = options;
    const { time, wall } = this;
    this.roundRobin = new RoundRobinTable(wall, () => time.now);
    this.queue = new VirtualQueue((account) => this.roundRobin.change(account));
    const { queue } = this;
    this.parts = { ...soundParts, ...options.parts };
    this.invariants = new Invariants({
      rates,
      grants: queue.grants,
      overdueAfterMs: options.overdueAfterMs ?? overdueAfterMs,
      forgotten: (pinId, platformPinId) => this.forget(pinId, platformPinId),
    });
    this.log = new VirtualLog(
      () => this.clock(),
      (fact) => this.observe(fact),
    );
    this.work = new VirtualWork(time, random);
    this.buckets = new VirtualBuckets(rates, this.parts.buckets(rates), time, wall, queue.grants);
    const { door } = this.invariants;
    this.platform = new VirtualPlatform(time, random, begin, wall, {
      callStarted: (call) => {
        this.trace.note(time.now, `call ${call.pinId}`);
        door.callStarted(call, time.now);
      },
      callEnded: (call) => door.callEnded(call),
      created: (pinId) => door.createdPin(pinId),
    });
    this.work.workers = Array.from({ length: options.workers }, () => options.startWorkerProcess(this));
  }

  /** The same ids in the same order for the same seed. */
  readonly newId = (): string => derivedId('simulated id', ++this.idsGiven);
  readonly wall = (): number => Math.floor(this.options.begin + this.time.now + this.clockOffsetMs);
  readonly clock = (): Date => new Date(this.wall());
  readonly monotonic = (): number => this.time.now;
  /** As of one machine, whose clock counts so finely that no two readings are the same, by whichever worker. */
  readonly uptime = () => ({ boot: 'machine', seconds: this.time.now / 1_000 + ++this.uptimesRead * readingSeconds });
  readonly wayMs = (): number => 0.5 + this.options.random() * 3;
  readonly offers = { offer: async (work: Parameters<VirtualWork['offer']>[0]) => this.work.offer(work) };

  /** Lets time pass until `isDone` says so, and checks the invariants after each step. */
  run(isDone: () => boolean): Promise<void> {
    return this.time.run(() => {
      this.invariants.step(this.time.now, this.wall());
      return isDone();
    });
  }

  onFact(observer: (fact: RecordedFact) => void): void {
    this.observers.push(observer);
  }

  streamsOf(process: VirtualProcess): Streams {
    const log = this.parts.log(this.log.seenBy(process, this.wayMs));
    const pause = (ms: number) => process.sleep(ms);
    return new Streams(log, new StreamStateCache(statesCached), this.log, { pause, random: this.options.random });
  }

  nextEpoch(): bigint {
    this.leaseEpoch += 1n;
    return this.leaseEpoch;
  }

  /** The platform no longer takes the account's tokens; the read model hears of it from the first call that finds out. */
  refuseToken(accountId: string): never {
    this.time.after(this.projectionLagMs, () => this.queue.holdBack(accountId, this.needsConsent.has(accountId)));
    throw new Rejected('token_expired', 'The token has expired');
  }

  /** The user of the account consents again. */
  consent(accountId: string): void {
    this.needsConsent.delete(accountId);
    this.time.after(this.projectionLagMs, () => this.queue.holdBack(accountId, false));
  }

  /** Kills the worker of this index; another one replaces it after some seconds. */
  replaceWorker(index: number): void {
    const worker = this.work.workers[index];
    if (!worker?.process.isAlive) return;
    worker.process.kill();
    this.work.died(worker);
    this.time.after(1_000 + this.options.random() * 4_000, () => (this.work.workers[index] = this.options.startWorkerProcess(this)));
  }

  /** Nobody looks for the taker of a platform pin that is known to be a pin's. */
  private forget(pinId: string, platformPinId: string | null): void {
    this.log.forget(streamName(pinStream, pinId));
    if (platformPinId !== null) this.log.forget(streamName(platformPinStream, platformPinStreamId(platformPinId)));
  }

  private observe(fact: RecordedFact): void {
    const { now } = this.time;
    this.trace.note(now, `${fact.stream} ${fact.revision} ${fact.type} ${JSON.stringify(fact.data)}`);
    this.invariants.fact(fact, now);
    for (const observer of this.observers) observer(fact);
    if (!fact.stream.startsWith('pin-') || fact.type === 'PinAbandoned' || !this.parts.isProjected(fact)) return;
    this.toProject.push({ at: now, fact });
    this.projectLater();
  }

  /** The projector projects facts some milliseconds after they were appended, in batches. */
  private projectLater(): void {
    const next = this.toProject.peek();
    if (!next || this.isProjecting) return;
    this.isProjecting = true;
    this.time.at(next.at + this.projectionLagMs + projectorBatchMs, () => this.project());
  }

  private project(): void {
    this.isProjecting = false;
    for (let next = this.toProject.peek(); next && next.at <= this.time.now - this.projectionLagMs; next = this.toProject.peek()) {
      this.queue.take(next.fact);
      this.toProject.shift();
    }
    this.projectLater();
  }
}

const projectorBatchMs = 10;
