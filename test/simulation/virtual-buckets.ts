import { accountBucket, globalBucket, type AccountBalance, type BucketBalance, type Claim, type PacingRates } from '@pps/pins';
import type { BucketModel } from '../pacing/bucket-model';
import { inTokens } from '../pacing/exact-bucket';
import type { GrantTable } from './grant-table';
import type { VirtualProcess } from './virtual-process';
import type { VirtualTime } from './virtual-time';

/** The buckets, as exact as the database's are shown to be, reached by a process with a delay. */
export class VirtualBuckets {
  /** Called with every claim that was granted, and by whom. */
  onClaim: (process: VirtualProcess) => void = () => undefined;

  constructor(
    readonly rates: PacingRates,
    private readonly model: BucketModel,
    private readonly time: VirtualTime,
    private readonly wall: () => number,
    private readonly grants: GrantTable,
  ) {}

  /** A bucket as it is now, which nobody has asked for. */
  peek(name: string): BucketBalance {
    return this.balance(name, this.moment(this.time.now));
  }

  seenBy(process: VirtualProcess, wayMs: () => number) {
    return {
      readBalances: async (names: readonly string[]): Promise<Map<string, BucketBalance>> => {
        const uptime = process.time.now;
        await process.sleep(wayMs());
        const at = this.moment(uptime);
        return new Map(names.map((name) => [name, this.balance(name, at)]));
      },
      readAccountBalances: async (accountIds: readonly string[]): Promise<Map<string, AccountBalance>> => {
        const uptime = process.time.now;
        await process.sleep(wayMs());
        const at = this.moment(uptime);
        const granted = this.grants.unclaimedCosts();
        const balanceOf = (accountId: string) => ({ ...this.balance(accountBucket(accountId), at), granted: granted.get(accountId) ?? 0 });
        return new Map(accountIds.map((accountId) => [accountId, balanceOf(accountId)]));
      },
      claim: async (pinId: string, attempt: number, accountId: string): Promise<Claim> => {
        const uptime = process.time.now;
        await process.sleep(wayMs());
        const grant = this.grants.claimable(pinId, attempt);
        const granted = grant && this.model.claim(accountBucket(accountId), globalBucket, grant.cost, this.moment(uptime));
        if (grant && granted) {
          this.grants.claim(grant, process.time.now);
          this.onClaim(process);
        }
        await process.sleep(wayMs());
        return granted ? { granted } : { granted: false, waitSeconds: grant ? 0.3 : null };
      },
      block: async (_: string, atLeastSeconds: number) => atLeastSeconds,
      settleProbe: async () => undefined,
      knows: () => true,
      binds: () => false,
      learn: async () => undefined,
      park: async (accountId: string, until: Date): Promise<void> => {
        await process.sleep(wayMs());
        this.model.park(accountBucket(accountId), micros(until.getTime()), micros(this.wall()));
      },
    };
  }

  private balance(name: string, at: ReturnType<VirtualBuckets['moment']>): BucketBalance {
    const until = this.model.parkedUntil(name);
    const tokens = inTokens(this.model.tokensAvailable(name, name === globalBucket, at));
    const { capacity, refillPerSecond } = name === globalBucket ? this.rates.global : this.rates.account;
    return { tokens, capacity, refillPerSecond, parkedUntil: until === null ? null : new Date(Number(until / 1_000n)) };
  }

  private readonly moment = (uptimeMs: number) => ({ wall: micros(this.wall()), boot: 'machine', uptime: micros(uptimeMs) });
}

const micros = (ms: number): bigint => BigInt(Math.round(ms * 1_000));
