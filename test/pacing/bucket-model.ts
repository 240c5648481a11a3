import { exactRate, levelAt, needed, type ExactBucket, type ExactRate } from './exact-bucket';

export interface ModelRates {
  readonly capacity: number;
  readonly refillPerSecond: number;
}

const leadMicros = 250_000n;
const second = 1_000_000n;

/** What the buckets of the service are meant to do, in whole numbers; times are microseconds of a wall clock that may be set. */
export class BucketModel {
  ahead = 0n;
  private readonly witnesses = new Map<string, { readonly told: bigint; readonly uptime: bigint }>();
  private readonly buckets = new Map<string, ExactBucket & { readonly parkedUntil: bigint | null }>();
  readonly account: ExactRate;
  readonly global: ExactRate;

  constructor(account: ModelRates, global: ModelRates) {
    this.account = exactRate(account.capacity, account.refillPerSecond);
    this.global = exactRate(global.capacity, global.refillPerSecond);
  }

  /** The time by which buckets count, as somebody learns it whose machine ran so long when he asked. */
  time(wall: bigint, boot: string, uptime: bigint): bigint {
    const time = wall - this.ahead;
    const witness = this.witnesses.get(boot);
    if (!witness) {
      this.witnesses.set(boot, { told: time, uptime });
      return time;
    }
    const elapsed = uptime - witness.uptime;
    // Later questions came before this one: it proves nothing, and may not run ahead of them.
    if (elapsed < 0n) return time < witness.told ? time : witness.told;
    const expected = witness.told + elapsed;
    const apart = time < expected ? expected - time : time - expected;
    const isSet = apart * 1_000n >= 1_000n * second + elapsed;
    const told = time < expected ? time : expected;
    if (isSet) this.ahead = wall - expected;
    if (elapsed > 0n && (isSet || elapsed >= second)) this.witnesses.set(boot, { told: isSet ? expected : told, uptime });
    return isSet ? expected : time;
  }

  /** Spends of both buckets or of none. */
  claim(accountName: string, globalName: string, cost: number, at: { wall: bigint; boot: string; uptime: bigint }): boolean {
    const told = this.time(at.wall, at.boot, at.uptime);
    const full = (rate: ExactRate) => ({ tokens: rate.capacity, updatedAt: told, parkedUntil: null });
    const global = this.buckets.get(globalName) ?? full(this.global);
    const account = this.buckets.get(accountName) ?? full(this.account);
    this.buckets.set(globalName, global).set(accountName, account);
    if (account.parkedUntil !== null && account.parkedUntil > at.wall) return false;
    const now = [told, global.updatedAt, account.updatedAt].reduce((a, b) => (a > b ? a : b));
    const levels = { global: levelAt(global, now, this.global), account: levelAt(account, now, this.account) };
    if (levels.global < needed(cost, this.global, leadMicros) || levels.account < needed(cost, this.account, leadMicros)) return false;
    const spent = BigInt(cost) * second * second;
    this.buckets.set(globalName, { ...global, tokens: levels.global - spent, updatedAt: now });
    this.buckets.set(accountName, { ...account, tokens: levels.account - spent, updatedAt: now });
    return true;
  }

  park(accountName: string, until: bigint, wall: bigint): void {
    const known = this.buckets.get(accountName) ?? { tokens: this.account.capacity, updatedAt: wall - this.ahead, parkedUntil: null };
    const parkedUntil = known.parkedUntil !== null && known.parkedUntil > until ? known.parkedUntil : until;
    this.buckets.set(accountName, { ...known, parkedUntil });
  }

  /** In parts of a token, as somebody learns it who asks. */
  level(name: string, isGlobal: boolean, at: { wall: bigint; boot: string; uptime: bigint }): bigint {
    const told = this.time(at.wall, at.boot, at.uptime);
    const rate = isGlobal ? this.global : this.account;
    const bucket = this.buckets.get(name);
    return bucket ? levelAt(bucket, told, rate) : rate.capacity;
  }

  parkedUntil(name: string): bigint | null {
    return this.buckets.get(name)?.parkedUntil ?? null;
  }
}
