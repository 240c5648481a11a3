import { CommandRunner, StateCache, type RecordedFact } from '@pps/event-store';
import {
  publishPin,
  reconcilePin,
  type GrantBook,
  runPacing,
  runPublishingTimers,
  type PacingRates,
  type ReconcilingDeps,
} from '@pps/pins';
import type { Platform } from '@pps/platform';
import { Invariants } from './invariants';
import { QuotaWatch } from './quota-watch';
import { VirtualBuckets } from './virtual-buckets';
import { virtualGrants } from './virtual-grants';
import { VirtualLog } from './virtual-log';
import { VirtualPlatform } from './virtual-platform';
import { VirtualProcess } from './virtual-process';
import { VirtualQueue } from './virtual-queue';
import { VirtualTime } from './virtual-time';
import { VirtualWork, type VirtualWorker } from './virtual-work';

export interface WorldOptions {
  readonly rates: PacingRates;
  readonly random: () => number;
  /** Where virtual time begins. */
  readonly begin: number;
  readonly workers: number;
}

const slots = 16;
const forgetAfterMs = 15 * 60_000;

/** The real pacing and publishing on a clock, a log, a queue and a platform that only exist in memory. */
export class World {
  readonly time = new VirtualTime();
  readonly invariants: Invariants;
  readonly quota: QuotaWatch;
  readonly log: VirtualLog;
  readonly queue = new VirtualQueue();
  readonly work: VirtualWork;
  readonly platform: VirtualPlatform;
  readonly buckets: VirtualBuckets;
  /** By how much the wall clock is set wrong. */
  clockOffsetMs = 0;
  projectionLagMs = 20;
  private leaseEpoch = 0n;
  private readonly toProject: { readonly at: number; readonly fact: RecordedFact }[] = [];
  private readonly observers: ((fact: RecordedFact) => void)[] = [];

  constructor(readonly options: WorldOptions) {
    const { random, rates, begin } = options;
    this.invariants = new Invariants(rates);
    this.quota = new QuotaWatch((what) => this.invariants.violated(what));
    this.log = new VirtualLog(
      () => this.clock(),
      (fact) => this.observe(fact),
    );
    this.work = new VirtualWork(this.time, random);
    this.buckets = new VirtualBuckets(rates, () => this.wall(), this.queue);
    this.platform = new VirtualPlatform(this.time, random, begin, () => this.wall(), {
      callStarted: (call) => this.invariants.callStarted(call, this.time.now),
      callEnded: (call) => this.invariants.callEnded(call),
      created: (pinId) => this.invariants.createdOnPlatform(pinId),
    });
    this.work.workers = Array.from({ length: options.workers }, () => this.startWorker());
    void this.project();
  }

  readonly clock = (): Date => new Date(this.wall());
  readonly monotonic = (): number => this.time.now;
  readonly wall = (): number => Math.floor(this.options.begin + this.time.now + this.clockOffsetMs);

  onFact(observer: (fact: RecordedFact) => void): void {
    this.observers.push(observer);
  }

  runnerOf(process: VirtualProcess): CommandRunner {
    return new CommandRunner(this.log.seenBy(process, this.wayMs), new StateCache(5_000), this.log);
  }

  startWorker(): VirtualWorker {
    const process = new VirtualProcess(this.time);
    const deps = this.publishingDeps(process);
    return {
      process,
      free: slots,
      handle: ({ kind, id, attributes }) => (kind === 'publish' ? publishPin : reconcilePin)(deps, id, Number(attributes['attempt'])),
    };
  }

  replaceWorker(index: number): void {
    this.work.workers[index]?.process.kill();
    this.time.after(1_000 + this.options.random() * 4_000, () => (this.work.workers[index] = this.startWorker()));
  }

  /** Leads pacing until it is taken over; gives the process, which is to be ended. */
  startPacer(): VirtualProcess {
    const process = new VirtualProcess(this.time);
    const epoch = ++this.leaseEpoch;
    const deps = {
      grants: () => virtualGrants(process, this.queue, this.wayMs, () => epoch === this.leaseEpoch) as GrantBook,
      queue: this.offers,
      publishQueue: {
        waiting: async ({ after, limit }: { after: string | null; limit: number }) => this.queue.accounts(after, limit),
        ready: async ({ accounts, perAccount }: { accounts: readonly string[]; perAccount: number }) => {
          await process.sleep(this.wayMs());
          return this.queue.candidates(accounts, perAccount, this.clock().toISOString());
        },
        uploadsOpen: async () => 0,
      },
      buckets: this.buckets.seenBy(process, this.wayMs),
      clock: this.clock,
      monotonic: this.monotonic,
      progress: (ms: number) => process.sleep(Math.min(ms, 50)),
      pause: (ms: number) => process.sleep(ms),
      onError: (error: unknown) => this.invariants.violated(`the pacer failed: ${String(error)}`),
    };
    void runPacing(deps, { epoch, signal: new AbortController().signal });
    return process;
  }

  startTimers(reconcileAfterMs = defaultLooksMs): VirtualProcess {
    const process = new VirtualProcess(this.time);
    const deps = {
      runner: this.runnerOf(process),
      queue: this.offers,
      publishQueue: {
        overdue: async (marginMs: number) => this.queue.overdue(new Date(this.wall() - marginMs).toISOString()),
        looksDue: async () => this.queue.looksDue(this.clock().toISOString()),
        videosDue: async () => [],
      },
      clock: this.clock,
      monotonic: this.monotonic,
      reconcileAfterMs,
      pause: (ms: number) => process.sleep(ms),
      onError: () => undefined,
    };
    void runPublishingTimers(deps, { epoch: 0n, signal: new AbortController().signal });
    return process;
  }

  private readonly offers = { offer: async (work: Parameters<VirtualWork['offer']>[0]) => this.work.offer(work) };
  private readonly wayMs = (): number => 0.5 + this.options.random() * 3;

  private publishingDeps(process: VirtualProcess): ReconcilingDeps {
    return {
      runner: this.runnerOf(process),
      buckets: this.buckets.seenBy(process, this.wayMs),
      dropGrant: async (pinId, attempt) => this.queue.drop(pinId, attempt),
      platform: this.platform.seenBy(process) as Platform,
      accounts: {
        accessToken: async (accountId) => ({ accessToken: accountId, tokenRef: '1' }),
        refreshed: async (accountId) => ({ accessToken: accountId, tokenRef: '2' }),
        reportDead: async () => undefined,
        learnLimit: async () => undefined,
      },
      presentEpoch: async () => true,
      storage: {} as never,
      images: { reserve: async () => () => undefined } as never,
      knownPins: {
        owned: async (platformPinIds) => new Set(platformPinIds.filter((id) => this.invariants.isOwned(id))),
      },
      clock: this.clock,
      monotonic: this.monotonic,
      uptime: () => ({ boot: 'machine', seconds: this.time.now / 1_000 }),
      random: this.options.random,
      platformTimeoutMs: 10_000,
      reconcileAfterMs: defaultLooksMs,
    };
  }

  private observe(fact: RecordedFact): void {
    this.quota.take(fact);
    for (const observer of this.observers) observer(fact);
    if (!fact.stream.startsWith('pin-') || fact.type === 'PinAbandoned') return;
    this.invariants.pinFact(fact);
    this.toProject.push({ at: this.time.now, fact });
    if (fact.type !== 'PinPublished' && fact.type !== 'PinFailed') return;
    const pinId = fact.stream.slice('pin-'.length);
    this.time.after(forgetAfterMs, () => {
      this.invariants.forget(pinId);
      this.log.forget(fact.stream);
    });
  }

  private async project(): Promise<void> {
    const projector = new VirtualProcess(this.time);
    for (;;) {
      await projector.sleep(10);
      while ((this.toProject[0]?.at ?? Infinity) <= this.time.now - this.projectionLagMs) {
        const next = this.toProject.shift();
        if (next) this.queue.take(next.fact);
      }
    }
  }
}

export const defaultLooksMs: readonly number[] = [2_000, 10_000, 30_000, 120_000];
