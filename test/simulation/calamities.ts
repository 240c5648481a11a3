import type { PinClients } from './pin-clients';
import { startPacerProcess, startTimersProcess } from './processes';
import { noTroubles } from './virtual-platform';
import type { VirtualProcess } from './virtual-process';
import type { World } from './world';

const leaseMs = 4_000;
const minute = 60_000;

/** How often work and those who do it are lost. */
export interface LossRates {
  /** Part of the offers. */
  readonly offers: number;
  /** Part of the claims. */
  readonly diesAfterClaim: number;
  readonly wipeEveryMs: number;
  /** Timers at once, all but one of which have not heard yet that another one leads: what is due is brought as often. */
  readonly timers: number;
}

export const usualLosses: LossRates = { offers: 0.01, diesAfterClaim: 0.000_5, wipeEveryMs: 4 * minute, timers: 2 };

const troubles = {
  rateLimited: 0.004,
  failsBefore: 0.006,
  failsAfter: 0.006,
  dropsAnswer: 0.01,
  slow: 0.004,
  refused: 0.003,
  unauthorized: 0.003,
  unreachable: 0.01,
};

/** Everything that goes wrong while pins are published, each at random moments, until `end`. */
export class Calamities {
  wipes = 0;
  diedAfterClaim = 0;
  private hasEnded = false;
  private isTakingOver = false;
  private pacer: VirtualProcess;
  private readonly timers: VirtualProcess[];

  constructor(
    private readonly world: World,
    private readonly clients: PinClients,
    private readonly losses: LossRates = usualLosses,
    /** How many times as often as usual clocks are set, leaders taken over, and so on. */
    private readonly timesAsOften = 1,
  ) {
    this.pacer = startPacerProcess(world);
    this.timers = Array.from({ length: losses.timers }, () => startTimersProcess(world));
  }

  begin(): void {
    const { world, clients, losses } = this;
    const { random } = world.options;
    world.platform.troubles = troubles;
    world.work.loses = losses.offers;
    world.work.repeats = 0.02;
    world.buckets.onClaim = (process) => this.mayDieAfterClaim(process);
    this.nowAndThen(losses.wipeEveryMs, () => this.wipe());
    this.nowAndThen(20_000, () => world.replaceWorker(this.oneOf(world.work.workers.length)));
    this.nowAndThen(15_000, () => world.work.workers[this.oneOf(world.work.workers.length)]?.process.freeze(random() ** 2 * 90_000));
    this.nowAndThen(2 * minute, () => this.takeOver());
    this.nowAndThen(3 * minute, () => this.restartTimers());
    this.nowAndThen(10_000, () => clients.dieAtNext());
    this.nowAndThen(3 * minute, () => this.stepClock());
    this.nowAndThen(6 * minute, () => this.takePlatformDown(random() * minute));
    this.nowAndThen(3 * minute, () => this.lag(random() * 10_000));
  }

  /** From here on nothing goes wrong any more. */
  end(): void {
    this.hasEnded = true;
    this.world.platform.troubles = noTroubles;
    this.world.work.loses = 0;
    this.world.buckets.onClaim = () => undefined;
  }

  /** The worker has spent the tokens and not called yet. */
  private mayDieAfterClaim(process: VirtualProcess): void {
    if (this.world.options.random() >= this.losses.diesAfterClaim) return;
    this.diedAfterClaim += 1;
    this.world.replaceWorker(this.world.work.workers.findIndex((worker) => worker.process === process));
  }

  /** NATS comes back without anything that was in it. */
  private wipe(): void {
    this.wipes += 1;
    this.world.work.wipe();
  }

  /** The leader is killed or frozen; another one leads when its lease has run out, and a frozen one comes back. */
  private takeOver(): void {
    const old = this.pacer;
    if (!old.isAlive || this.isTakingOver) return;
    this.isTakingOver = true;
    if (this.world.options.random() < 0.5) old.kill();
    else {
      old.freeze(leaseMs + this.world.options.random() * 20_000);
      this.world.time.after(minute, () => old.kill());
    }
    this.world.time.after(leaseMs, () => {
      this.isTakingOver = false;
      this.pacer = startPacerProcess(this.world);
    });
  }

  private restartTimers(): void {
    const index = this.oneOf(this.timers.length);
    if (!this.timers[index]?.isAlive) return;
    this.timers[index].kill();
    this.world.time.after(leaseMs, () => (this.timers[index] = startTimersProcess(this.world)));
  }

  private stepClock(): void {
    const { random } = this.world.options;
    this.world.clockOffsetMs += (random() < 0.5 ? -1 : 1) * (5_000 + random() * 295_000);
  }

  private takePlatformDown(ms: number): void {
    this.world.platform.isDown = true;
    this.world.time.after(ms, () => (this.world.platform.isDown = false));
  }

  private lag(ms: number): void {
    this.world.projectionLagMs = ms;
    this.world.time.after(2 * ms, () => (this.world.projectionLagMs = 20));
  }

  private nowAndThen(everyMs: number, happen: () => void): void {
    this.world.time.after(((everyMs * 2) / this.timesAsOften) * this.world.options.random(), () => {
      if (this.hasEnded) return;
      happen();
      this.nowAndThen(everyMs, happen);
    });
  }

  private readonly oneOf = (count: number): number => Math.floor(this.world.options.random() * count);
}
