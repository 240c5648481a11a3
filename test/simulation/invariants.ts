import type { RecordedFact } from '@pps/event-store';
import type { PacingRates } from '@pps/pins';
import { DoorWatch } from './door-watch';
import { Fifo } from './fifo';
import type { GrantTable } from './grant-table';
import { PinWatch } from './pin-watch';
import { QuotaWatch } from './quota-watch';
import { Violations } from './violations';

export interface InvariantsOptions {
  readonly rates: PacingRates;
  readonly grants: GrantTable;
  /** A next action may be so late: clocks are set, workers freeze, and queues are long. */
  readonly overdueAfterMs: number;
  /** Reports that nothing more can happen to a terminal pin, published as one of the platform's or as none. */
  readonly forgotten: (pinId: string, platformPinId: string | null) => void;
}

/** Nothing can happen to a pin that has been terminal for so long. */
const forgetAfterMs = 15 * 60_000;
const offeredAgainWithinMs = 30_000;

/** What must hold at every step of a simulation, seen in the log and in the calls that reach the platform; each step checks what it changed. */
export class Invariants {
  readonly violations = new Violations();
  readonly broken = this.violations.broken;
  readonly pins: PinWatch;
  readonly door: DoorWatch;
  readonly quota = new QuotaWatch(this.broken);
  private readonly ended = new Fifo<{ readonly pinId: string; readonly at: number }>();

  constructor(private readonly options: InvariantsOptions) {
    this.pins = new PinWatch(this.broken, options.overdueAfterMs);
    this.door = new DoorWatch(this.broken, options.rates, (pinId) => this.pins.state(pinId));
  }

  fact(fact: RecordedFact, now: number): void {
    this.quota.take(fact, now);
    if (!fact.stream.startsWith('pin-') || fact.type === 'PinAbandoned') return;
    if (this.pins.take(fact, now)) this.ended.push({ pinId: fact.stream.slice('pin-'.length), at: now });
  }

  /** After each step: what has been left alone for too long. */
  step(now: number, wall: number): void {
    this.pins.step(now, wall);
    this.quota.step(now);
    for (const grant of this.options.grants.unclaimed) {
      if (grant.offeredAt > now - offeredAgainWithinMs) break;
      this.broken('grant not offered again', `${grant.pinId} attempt ${grant.attempt}, for ${Math.round(now - grant.offeredAt)} ms`);
      this.options.grants.offeredAgain(grant, now);
    }
    for (let next = this.ended.peek(); next && next.at <= now - forgetAfterMs; next = this.ended.peek()) this.forgetNext();
  }

  /** At the end of the run: checks everything that is still remembered once more. */
  finally(accepted: number): void {
    while (this.ended.size > 0) this.forgetNext();
    this.pins.finally(accepted);
    this.quota.finally();
    if (this.quota.queuedPins !== accepted) this.broken('lost pin', `${accepted} were accepted, ${this.quota.queuedPins} have had a unit`);
    if (this.door.pinsCreated < this.pins.published)
      this.broken('lost pin', `${this.pins.published} are published, the platform has ${this.door.pinsCreated}`);
  }

  /** The steps of the wall clock, and late answers, may bring a pin here twice. */
  private forgetNext(): void {
    const pinId = this.ended.shift()?.pinId ?? '';
    const state = this.pins.state(pinId);
    this.door.forget(pinId);
    this.pins.forget(pinId);
    this.options.forgotten(pinId, state?.kind === 'pin' && state.phase === 'published' ? state.platformPinId : null);
  }
}
