import type { Database } from '@pps/read-store';
import type { Bucket } from '@pps/runtime';

const deleteIntervalMs = 60_000;
const deletedAtOnce = 10_000;

/** A bucket whose tokens may be taken before they are there. */
export interface OwingBucket extends Bucket {
  readonly owedAtMost?: number;
}

/** Token buckets that all processes share. A bucket is stored as the moment it will be full again, so that full ones need no row. */
export class SharedBuckets {
  private deletedAt = -Infinity;

  constructor(private readonly db: Database) {}

  /** Takes one token. Gives 0 when it was there, else the seconds until one is; then nothing was taken. */
  async take(name: string, { capacity, refillPerSecond, owedAtMost = 0 }: OwingBucket): Promise<number> {
    await this.deleteFull();
    const [token, whole] = [1 / refillPerSecond, capacity / refillPerSecond];
    // A date beyond that of a bucket that owes all it may can only come from a clock that was set: it is cut, or it would stay shut for as long.
    const { rows } = await this.db.raw<{ rows: { full_at: Date }[] }>(
      `insert into rate_limits.bucket as known (name, full_at) values (:name, clock_timestamp() + :token::float8 * interval '1 second')
       on conflict (name) do update set full_at =
         least(greatest(known.full_at, clock_timestamp()), clock_timestamp() + :whole::float8 * interval '1 second')
           + :token::float8 * interval '1 second'
       where known.full_at <= clock_timestamp() + :room::float8 * interval '1 second'
          or known.full_at > clock_timestamp() + :tooFar::float8 * interval '1 second'
       returning full_at`,
      { name, token, whole, room: whole - token, tooFar: whole + (owedAtMost + 1) * token + 1 },
    );
    if (rows.length > 0) return 0;
    return this.secondsUntilToken(name, { capacity, refillPerSecond });
  }

  /** Takes so many tokens, also those that are not there: until they are, nothing else is given. What would be owed beyond `owedAtMost` is forgiven. */
  async owe(name: string, { capacity, refillPerSecond, owedAtMost = 0 }: OwingBucket, tokens: number): Promise<void> {
    await this.db.raw(
      `insert into rate_limits.bucket as known (name, full_at) values (:name, clock_timestamp() + :taken::float8 * interval '1 second')
       on conflict (name) do update set full_at = least(greatest(known.full_at, clock_timestamp()) + :taken::float8 * interval '1 second',
         clock_timestamp() + :most::float8 * interval '1 second')`,
      { name, taken: tokens / refillPerSecond, most: (capacity + owedAtMost) / refillPerSecond },
    );
  }

  private async secondsUntilToken(name: string, { capacity, refillPerSecond }: Bucket): Promise<number> {
    const { rows } = await this.db.raw<{ rows: { seconds: number }[] }>(
      `select extract(epoch from full_at - clock_timestamp())::float8 - :room::float8 as seconds from rate_limits.bucket where name = :name`,
      { name, room: (capacity - 1) / refillPerSecond },
    );
    return Math.max(0.001, rows[0]?.seconds ?? 0);
  }

  private async deleteFull(): Promise<void> {
    if (performance.now() - this.deletedAt < deleteIntervalMs) return;
    this.deletedAt = performance.now();
    await this.db.raw(
      `delete from rate_limits.bucket where name in (
         select name from rate_limits.bucket where full_at < clock_timestamp() limit ? for update skip locked)`,
      [deletedAtOnce],
    );
  }
}
