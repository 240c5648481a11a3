import { Rejected } from '@pps/kernel';
import type { Database } from '@pps/read-store';
import { createHmac } from 'node:crypto';
import { countAttempt } from './attempt-counter.store';
import { clientNetworkOf } from './client-network';

export interface LoginLimits {
  readonly perEmail: number;
  readonly perAddress: number;
  readonly windowMs: number;
}

export interface LoginSource {
  readonly emailHash: string;
  readonly address: string;
}

interface Row {
  subject: Buffer;
  failures: number;
  seconds_left: number;
}

const deleteIntervalMs = 60_000;

/** Counts failed logins per e-mail and per client network, over all processes, in a window that starts with the first failure. */
export class LoginFailures {
  private deletedExpiredAt = 0;

  constructor(
    private readonly db: Database,
    private readonly hashKey: Buffer,
    private readonly limits: LoginLimits,
  ) {}

  /** Seconds to wait before the next attempt; 0 when one is allowed now. */
  async secondsUntilAllowed(source: LoginSource): Promise<number> {
    const limits = this.limitsOf(source);
    const { rows } = await this.db.raw<{ rows: Row[] }>(
      `select subject, failures, extract(epoch from window_started_at + :window * interval '1 millisecond' - clock_timestamp())::float8 as seconds_left
       from identity.login_failure where subject in (:email, :network)`,
      { window: this.limits.windowMs, email: limits[0].subject, network: limits[1].subject },
    );
    const waits = limits.flatMap(({ subject, most }) =>
      rows.filter((row) => row.subject.equals(subject) && row.failures >= most).map((row) => row.seconds_left),
    );
    return Math.max(0, ...waits.map(Math.ceil));
  }

  /** Throws `Rejected('rate_limited')` while the next attempt has to wait. */
  async refuseWhenLimited(source: LoginSource): Promise<void> {
    const seconds = await this.secondsUntilAllowed(source);
    if (seconds > 0) throw new Rejected('rate_limited', 'Too many failed logins', { retry_after_seconds: seconds });
  }

  /** Counts a failure. True when it exceeds the limit: then the caller must answer as limited, so that parallel guesses learn no more than the limit allows. */
  async recordFailure(source: LoginSource): Promise<boolean> {
    await this.deleteExpired();
    const limits = this.limitsOf(source);
    const counted = await Promise.all(limits.map(({ subject }) => countAttempt(this.db, subject, this.limits.windowMs)));
    return counted.some((failures, index) => failures > (limits[index]?.most ?? 0));
  }

  private async deleteExpired(): Promise<void> {
    if (performance.now() - this.deletedExpiredAt < deleteIntervalMs && this.deletedExpiredAt > 0) return;
    this.deletedExpiredAt = performance.now();
    await this.db.raw(`delete from identity.login_failure where window_started_at < clock_timestamp() - ? * interval '1 millisecond'`, [
      this.limits.windowMs,
    ]);
  }

  private limitsOf({ emailHash, address }: LoginSource) {
    return [
      { subject: this.hash(`email ${emailHash}`), most: this.limits.perEmail },
      { subject: this.hash(`network ${clientNetworkOf(address)}`), most: this.limits.perAddress },
    ] as const;
  }

  private hash(text: string): Buffer {
    return createHmac('sha256', this.hashKey).update(text).digest();
  }
}
