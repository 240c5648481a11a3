import type { Intake } from './intake';
import { noTroubles } from './virtual-platform';
import type { VirtualProcess } from './virtual-process';
import type { World } from './world';

const leaseMs = 4_000;
const minute = 60_000;

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

/** Everything that goes wrong while pins are published, each at random moments, until it is told to end. */
export class Calamities {
  private isOver = false;
  private pacer: VirtualProcess;
  private timers: VirtualProcess;

  constructor(
    private readonly world: World,
    private readonly intake: Intake,
  ) {
    this.pacer = world.startPacer();
    this.timers = world.startTimers();
  }

  begin(): void {
    const { world, intake } = this;
    const { random } = world.options;
    world.platform.troubles = troubles;
    world.work.loses = 0.01;
    world.work.repeats = 0.02;
    this.nowAndThen(20_000, () => world.replaceWorker(this.oneOf(world.work.workers.length)));
    this.nowAndThen(15_000, () => world.work.workers[this.oneOf(world.work.workers.length)]?.process.freeze(random() ** 2 * 90_000));
    this.nowAndThen(2 * minute, () => this.takeOver());
    this.nowAndThen(3 * minute, () => this.restartTimers());
    this.nowAndThen(5_000, () => intake.restart());
    this.nowAndThen(3 * minute, () => this.stepClock());
    this.nowAndThen(6 * minute, () => this.away(random() * minute));
    this.nowAndThen(3 * minute, () => this.lag(random() * 10_000));
  }

  /** From here on nothing goes wrong any more. */
  end(): void {
    this.isOver = true;
    this.world.platform.troubles = noTroubles;
    this.world.work.loses = 0;
  }

  /** The leader is killed or frozen; another one leads when its lease has run out, and a frozen one comes back. */
  private takeOver(): void {
    const old = this.pacer;
    if (this.world.options.random() < 0.5) old.kill();
    else {
      old.freeze(leaseMs + this.world.options.random() * 20_000);
      this.world.time.after(minute, () => old.kill());
    }
    this.world.time.after(leaseMs, () => (this.pacer = this.world.startPacer()));
  }

  private restartTimers(): void {
    this.timers.kill();
    this.world.time.after(leaseMs, () => (this.timers = this.world.startTimers()));
  }

  private stepClock(): void {
    const { random } = this.world.options;
    this.world.clockOffsetMs += (random() < 0.5 ? -1 : 1) * (5_000 + random() * 295_000);
  }

  private away(ms: number): void {
    this.world.platform.isDown = true;
    this.world.time.after(ms, () => (this.world.platform.isDown = false));
  }

  private lag(ms: number): void {
    this.world.projectionLagMs = ms;
    this.world.time.after(2 * ms, () => (this.world.projectionLagMs = 20));
  }

  private nowAndThen(everyMs: number, happen: () => void): void {
    this.world.time.after(everyMs * 2 * this.world.options.random(), () => {
      if (this.isOver) return;
      happen();
      this.nowAndThen(everyMs, happen);
    });
  }

  private readonly oneOf = (count: number): number => Math.floor(this.world.options.random() * count);
}
