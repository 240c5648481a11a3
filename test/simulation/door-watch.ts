import type { Rate } from '@pps/pins';
import type { PinState } from '@pps/pins/events';
import { exactRate, inTokens, WindowWatch } from '../pacing/exact-bucket';
import type { Broken } from './violations';

export interface DoorCall {
  readonly pinId: string;
  readonly accountId: string;
  readonly boardId: string;
}

/** What the platform's door sees: no window of a bucket too many calls, one call a board at a time, each pin created once. */
export class DoorWatch {
  /** On the platform, each counted once. */
  pinsCreated = 0;
  private readonly created = new Map<string, number>();
  private readonly openCalls = new Map<string, Set<string>>();
  private readonly windows = new Map<string, WindowWatch>();

  constructor(
    private readonly broken: Broken,
    private readonly rates: { readonly account: Rate; readonly global: Rate },
    private readonly stateOf: (pinId: string) => PinState | undefined,
  ) {}

  /** A call as it starts, at a moment (ms) of the time that really passes. */
  callStarted({ pinId, accountId, boardId }: DoorCall, now: number): void {
    this.window(`account ${accountId}`, this.rates.account, now);
    this.window('global', this.rates.global, now);
    const board = `${accountId}/${boardId}`;
    const others = this.openCalls.get(board) ?? new Set();
    for (const other of others) {
      const state = this.stateOf(other);
      if (other !== pinId && state?.kind === 'pin' && state.phase === 'attempting')
        this.broken('two calls on one board', `${pinId} and ${other} are called for at once on ${board}`);
    }
    if (others.has(pinId)) this.broken('two calls on one board', `two calls for ${pinId} at once`);
    others.add(pinId);
    this.openCalls.set(board, others);
  }

  callEnded({ pinId, accountId, boardId }: DoorCall): void {
    this.openCalls.get(`${accountId}/${boardId}`)?.delete(pinId);
  }

  createdPin(pinId: string): void {
    const count = (this.created.get(pinId) ?? 0) + 1;
    this.created.set(pinId, count);
    if (count === 1) this.pinsCreated += 1;
    else this.broken('published twice', `${pinId} is on the platform ${count} times`);
  }

  /** Checks what the log says of a pin's end against the platform, and forgets it. */
  forget(pinId: string): void {
    const state = this.stateOf(pinId);
    const count = this.created.get(pinId) ?? 0;
    this.created.delete(pinId);
    if (state?.kind !== 'pin') return;
    if (state.phase === 'published' && count === 0) this.broken('lost pin', `${pinId} is published and not on the platform`);
    if (state.phase === 'failed' && state.errorCode !== 'outcome_unknown' && count > 0)
      this.broken('failed but published', `${pinId} failed with ${state.errorCode} and is on the platform`);
  }

  private window(name: string, rate: Rate, now: number): void {
    const watch = this.windows.get(name) ?? new WindowWatch(exactRate(rate.capacity, rate.refillPerSecond));
    this.windows.set(name, watch);
    const before = watch.excess;
    watch.started(BigInt(Math.round(now * 1_000)), 1);
    if (watch.excess > before) this.broken('over-issue', `${name} gave ${inTokens(watch.excess)} tokens too many`);
  }
}
