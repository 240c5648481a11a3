import { decode, type RecordedFact } from '@pps/event-store';
import { fold } from '@pps/kernel';
import { attemptsAllowed } from '@pps/pins';
import { describePin, nextAction, pinStream, type Pin, type PinState } from '@pps/pins/events';
import type { Broken } from './violations';

/** So many times longer may a pin wait for the pacer than for anything else. */
const pacingPatience = 3;

/** Checks the pins in the log: none has a next action without a date, or sits long after it, or goes on after its end. */
export class PinWatch {
  /** Pins that are not terminal, least recently changed or checked first. */
  readonly open = new Map<string, { readonly pin: Pin; readonly checkedAt: number }>();
  readonly ended = new Map<string, number>();
  published = 0;
  unknownOutcomes = 0;
  deferrals = 0;
  private readonly states = new Map<string, PinState>();
  private readonly platformPins = new Set<string>();

  constructor(
    private readonly broken: Broken,
    private readonly overdueAfterMs: number,
  ) {}

  /** A fact as it is appended; true when it makes the pin terminal. */
  take(recorded: RecordedFact, now: number): boolean {
    const pinId = recorded.stream.slice('pin-'.length);
    const fact = decode(pinStream, recorded);
    if (!fact) throw new Error(`the simulation knows no ${recorded.type}`);
    const before = this.states.get(pinId);
    const state = fold(pinStream.decider, [fact], before ?? pinStream.decider.initial);
    this.states.set(pinId, state);
    if (fact.type === 'PinPublishOutcomeUnknown') this.unknownOutcomes += 1;
    if (fact.type === 'PinPublishDeferred') this.deferrals += 1;
    if (fact.type === 'PinPublished') this.publishedAs(pinId, fact.data.platformPinId);
    if (before?.kind === 'pin' && before.phase === 'published') this.broken('changed after its end', `${pinId} has ${fact.type}`);
    if (state.kind !== 'pin') return false;
    if (state.attempts > attemptsAllowed || state.attempts < 0) this.broken('too many attempts', `${pinId} has had ${state.attempts}`);
    if (state.phase === 'published' || state.phase === 'failed') {
      this.end(pinId, state, before);
      return true;
    }
    this.markChecked(pinId, state, now);
    if (!Number.isFinite(nextActionAt(state))) this.broken('no dated next action', `${pinId} is ${state.phase}`);
    return false;
  }

  /** Checks those that nothing has happened to for a while: their next action may be long due. */
  step(now: number, wall: number): void {
    for (const [pinId, { pin, checkedAt }] of this.open) {
      if (checkedAt > now - this.overdueAfterMs) return;
      this.markChecked(pinId, pin, now);
      const late = wall - nextActionAt(pin);
      if (late > (pin.phase === 'waiting' ? pacingPatience : 1) * this.overdueAfterMs)
        this.broken('overdue', `${pinId} is ${pin.phase} and was due ${Math.round(late)} ms ago`);
    }
  }

  state(pinId: string): PinState | undefined {
    return this.states.get(pinId);
  }

  isOwned(platformPinId: string): boolean {
    return this.platformPins.has(platformPinId);
  }

  forget(pinId: string): void {
    this.states.delete(pinId);
  }

  /** At the end of the run: what was accepted is terminal. */
  finally(accepted: number): void {
    const ends = [...this.ended.values()].reduce((sum, count) => sum + count, 0);
    if (this.open.size > 0) this.broken('lost pin', `${this.open.size} are not at their end, as ${this.open.keys().next().value}`);
    if (ends + this.open.size !== accepted) this.broken('lost pin', `${accepted} were accepted, ${ends} are at their end`);
  }

  private markChecked(pinId: string, pin: Pin, now: number): void {
    this.open.delete(pinId);
    this.open.set(pinId, { pin, checkedAt: now });
  }

  private publishedAs(pinId: string, platformPinId: string): void {
    if (this.platformPins.has(platformPinId)) this.broken('published twice', `${pinId} is ${platformPinId}, as another pin is`);
    this.platformPins.add(platformPinId);
    this.published += 1;
  }

  /** A late answer may still correct a failure. */
  private end(pinId: string, pin: Pin, before: PinState | undefined): void {
    if (before?.kind === 'pin' && before.phase === 'failed') this.count(before, -1);
    this.count(pin, 1);
    this.open.delete(pinId);
  }

  private count(pin: Pin, by: number): void {
    const { status, errorCode } = describePin(pin);
    const how = status === 'failed' ? `failed ${errorCode}` : status;
    this.ended.set(how, (this.ended.get(how) ?? 0) + by);
  }
}

/** Not a number where nothing is going to happen, or at no known time. */
const nextActionAt = (pin: Pin): number => Date.parse(nextAction(pin)?.at ?? '');
