import { exactRate, tokensAt, needed, type ExactBucket, type ExactRate } from './exact-bucket';

export interface ModelRates {
  readonly capacity: number;
  readonly refillPerSecond: number;
}

const leadMicros = 250_000n;
const second = 1_000_000n;

/** What the buckets of the service are meant to do, in whole numbers; times are microseconds of a wall clock that may be set. */
export class BucketModel {
  ahead = 0n;
  private readonly witnesses = new Map<string, { readonly time: bigint; readonly uptime: bigint }>();
  private readonly buckets = new Map<string, ExactBucket & { readonly parkedUntil: bigint | null }>();
  readonly account: ExactRate;
  readonly global: ExactRate;

  constructor(account: ModelRates, global: ModelRates) {
    this.account = exactRate(account.capacity, account.refillPerSecond);
    this.global = exactRate(global.capacity, global.refillPerSecond);
  }

  /** The time by which buckets count, for a machine that had run for `uptime` microseconds since `boot` when it asked. */
  time(wall: bigint, boot: string, uptime: bigint): bigint {
    const time = wall - this.ahead;
    const witness = this.witnesses.get(boot);
    if (!witness) {
      this.witnesses.set(boot, { time, uptime });
      return time;
    }
    const elapsed = uptime - witness.uptime;
    // Later questions came before this one: it proves nothing, and may not run ahead of them.
    if (elapsed < 0n) return time < witness.time ? time : witness.time;
    const expected = witness.time + elapsed;
    const apart = time < expected ? expected - time : time - expected;
    const isSet = apart * 1_000n >= 1_000n * second + elapsed;
    const earlier = time < expected ? time : expected;
    if (isSet) this.ahead = wall - expected;
    if (elapsed > 0n && (isSet || elapsed >= second)) this.witnesses.set(boot, { time: isSet ? expected : earlier, uptime });
    return isSet ? expected : time;
  }

  /** Spends of both buckets or of none. */
  claim(accountName: string, globalName: string, cost: number, at: { wall: bigint; boot: string; uptime: bigint }): boolean {
    const asked = this.time(at.wall, at.boot, at.uptime);
    const full = (rate: ExactRate) => ({ tokens: rate.capacity, updatedAt: asked, parkedUntil: null });
    const global = this.buckets.get(globalName) ?? full(this.global);
    const account = this.buckets.get(accountName) ?? full(this.account);
    this.buckets.set(globalName, global).set(accountName, account);
    if (account.parkedUntil !== null && account.parkedUntil > at.wall) return false;
    const now = [asked, global.updatedAt, account.updatedAt].reduce((a, b) => (a > b ? a : b));
    const available = { global: tokensAt(global, now, this.global), account: tokensAt(account, now, this.account) };
    if (available.global < needed(cost, this.global, leadMicros) || available.account < needed(cost, this.account, leadMicros))
      return false;
    const spent = BigInt(cost) * second * second;
    this.buckets.set(globalName, { ...global, tokens: available.global - spent, updatedAt: now });
    this.buckets.set(accountName, { ...account, tokens: available.account - spent, updatedAt: now });
    return true;
  }

  park(accountName: string, until: bigint, wall: bigint): void {
    const known = this.buckets.get(accountName) ?? { tokens: this.account.capacity, updatedAt: wall - this.ahead, parkedUntil: null };
    const parkedUntil = known.parkedUntil !== null && known.parkedUntil > until ? known.parkedUntil : until;
    this.buckets.set(accountName, { ...known, parkedUntil });
  }

  /** In parts of a token. */
  tokensAvailable(name: string, isGlobal: boolean, at: { wall: bigint; boot: string; uptime: bigint }): bigint {
    const now = this.time(at.wall, at.boot, at.uptime);
    const rate = isGlobal ? this.global : this.account;
    const bucket = this.buckets.get(name);
    return bucket ? tokensAt(bucket, now, rate) : rate.capacity;
  }

  parkedUntil(name: string): bigint | null {
    return this.buckets.get(name)?.parkedUntil ?? null;
  }
}
