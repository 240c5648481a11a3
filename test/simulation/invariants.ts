import { decode, type RecordedFact } from '@pps/event-store';
import { fold } from '@pps/kernel';
import { attemptsAllowed, nextActionAt, type Rate } from '@pps/pins';
import { pinStream, type Pin, type PinFact, type PinState } from '@pps/pins/events';
import { exactRate, inTokens, WindowWatch } from '../pacing/exact-bucket';

export interface CallStart {
  readonly pinId: string;
  readonly accountId: string;
  readonly boardId: string;
}

/** What must hold at every step of a simulation, told by the log and by the platform's door; what does not is a violation. */
export class Invariants {
  readonly violations: string[] = [];
  /** Pins that are not at their end. */
  readonly open = new Map<string, Pin>();
  readonly ended = new Map<string, number>();
  published = 0;
  doubts = 0;
  retries = 0;
  private readonly states = new Map<string, PinState>();
  private readonly created = new Map<string, number>();
  private readonly platformPins = new Set<string>();
  private readonly openCalls = new Map<string, Set<string>>();
  private readonly windows = new Map<string, WindowWatch>();

  constructor(private readonly rates: { readonly account: Rate; readonly global: Rate }) {}

  /** A fact of a pin, as it is appended. */
  pinFact(recorded: RecordedFact): void {
    const pinId = recorded.stream.slice('pin-'.length);
    const fact: PinFact = decode(pinStream, recorded);
    const before = this.states.get(pinId);
    const state = fold(pinStream.decider, [fact], before ?? pinStream.decider.initial);
    this.states.set(pinId, state);
    if (fact.type === 'PinPublishOutcomeUnknown') this.doubts += 1;
    if (fact.type === 'PinPublishDeferred') this.retries += 1;
    if (fact.type === 'PinPublished') this.publishedAs(pinId, fact.data.platformPinId);
    if (before?.kind === 'pin' && before.status === 'published') this.violated(`${pinId} has ${fact.type} after it was published`);
    if (state.kind !== 'pin') return;
    if (state.attempts > attemptsAllowed || state.attempts < 0) this.violated(`${pinId} has had ${state.attempts} attempts`);
    if (state.status === 'published' || state.status === 'failed') return this.end(pinId, state, before);
    this.open.set(pinId, state);
    if (!Number.isFinite(Date.parse(nextActionAt(state) ?? ''))) this.violated(`${pinId} is ${state.status} without a dated next action`);
  }

  /** A call as it starts, at a moment (ms) of the time that really passes. */
  callStarted({ pinId, accountId, boardId }: CallStart, now: number): void {
    this.window(`account ${accountId}`, this.rates.account, now);
    this.window('global', this.rates.global, now);
    const board = `${accountId}/${boardId}`;
    const others = this.openCalls.get(board) ?? new Set();
    for (const other of others) {
      const state = this.states.get(other);
      if (other !== pinId && state?.kind === 'pin' && state.open)
        this.violated(`${pinId} and ${other} are called for at once on board ${board}`);
    }
    if (others.has(pinId)) this.violated(`two calls for ${pinId} at once`);
    others.add(pinId);
    this.openCalls.set(board, others);
  }

  callEnded({ pinId, accountId, boardId }: CallStart): void {
    this.openCalls.get(`${accountId}/${boardId}`)?.delete(pinId);
  }

  createdOnPlatform(pinId: string): void {
    const count = (this.created.get(pinId) ?? 0) + 1;
    this.created.set(pinId, count);
    if (count > 1) this.violated(`${pinId} is on the platform ${count} times`);
  }

  isOwned(platformPinId: string): boolean {
    return this.platformPins.has(platformPinId);
  }

  /** Pins whose next action was due long ago and that nothing has happened to. */
  sitting(wall: number, forMs: number): void {
    for (const [pinId, pin] of this.open) {
      const waitsForItsTurn = pin.status === 'queued' || (pin.status === 'deferred' && !pin.doubt);
      const due = Date.parse(nextActionAt(pin) ?? '');
      if (wall - due > (waitsForItsTurn ? 3 * forMs : forMs)) this.violated(`${pinId} is ${pin.status} and was due ${wall - due} ms ago`);
    }
  }

  /** When all is over: what was accepted is at its end, and the platform has what was published, once. */
  finally(accepted: number): void {
    const ends = [...this.ended.values()].reduce((sum, count) => sum + count, 0);
    if (this.open.size > 0) this.violated(`${this.open.size} pins are not at their end, as ${this.open.keys().next().value}`);
    if (ends + this.open.size !== accepted) this.violated(`${accepted} pins were accepted, ${ends} are at their end`);
  }

  /** A pin at its end about which nothing can be heard any more. */
  forget(pinId: string): void {
    const state = this.states.get(pinId);
    const count = this.created.get(pinId) ?? 0;
    if (state?.kind === 'pin' && state.status === 'published' && count !== 1)
      this.violated(`${pinId} is published and ${count} times there`);
    if (state?.kind === 'pin' && state.errorCode !== 'outcome_unknown' && state.status === 'failed' && count !== 0)
      this.violated(`${pinId} failed with ${state.errorCode} and is on the platform`);
    this.states.delete(pinId);
    this.created.delete(pinId);
  }

  violated(what: string): void {
    if (this.violations.length < 20) this.violations.push(what);
  }

  private publishedAs(pinId: string, platformPinId: string): void {
    if (this.platformPins.has(platformPinId)) this.violated(`${pinId} was published as ${platformPinId}, which is another pin's`);
    this.platformPins.add(platformPinId);
    this.published += 1;
  }

  /** A late answer may still turn a failure into what it was. */
  private end(pinId: string, pin: Pin, before: PinState | undefined): void {
    if (before?.kind === 'pin' && before.status === 'failed') this.count(before, -1);
    this.count(pin, 1);
    this.open.delete(pinId);
  }

  private count({ status, errorCode }: Pin, by: number): void {
    const how = status === 'failed' ? `failed ${errorCode}` : status;
    this.ended.set(how, (this.ended.get(how) ?? 0) + by);
  }

  private window(name: string, rate: Rate, now: number): void {
    const watch = this.windows.get(name) ?? new WindowWatch(exactRate(rate.capacity, rate.refillPerSecond));
    this.windows.set(name, watch);
    const before = watch.excess;
    watch.started(BigInt(Math.round(now * 1_000)), 1);
    if (watch.excess > before) this.violated(`${name} gave ${inTokens(watch.excess)} tokens too many`);
  }
}
