import { ApiProperty } from '@nestjs/swagger';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import { Invalid, Rejected } from '@pps/kernel';
import { monthlyQuota, rateRemaining, type BucketReadings, type MonthlyQuota, type RateReading } from '@pps/use-cases';
import type { FastifyReply } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';

const tokens = { type: 'number', format: 'double', nullable: true } as const;

/** What is left of the month's quota and of the account's rate; without one account there is no rate. */
export class HeadroomDto {
  @ApiProperty({ type: 'integer' }) readonly quota_limit: number;
  @ApiProperty({ type: 'integer' }) readonly quota_used: number;
  @ApiProperty({ type: 'integer' }) readonly quota_remaining: number;
  @ApiProperty(tokens) readonly rate_remaining: number | null;
  @ApiProperty(tokens) readonly rate_capacity: number | null;
  @ApiProperty(tokens) readonly rate_refill_per_second: number | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) readonly estimated_start_at: string | null;
}

const header = (description: string, schema: object = { type: 'integer' }) => ({ description, schema });
const fraction = { type: 'number', format: 'double' };

/** The six headers that say it, on refusals with 402, 409 and 422 too once the account is known. */
export const headroomHeaders = {
  'X-Service-Quota-Limit': header('Pins a month.'),
  'X-Service-Quota-Used': header('Of this month.'),
  'X-Service-Quota-Remaining': header('Of this month.'),
  'X-Platform-RateLimit-Remaining': header('Whole tokens that a pin of the account could take now.'),
  'X-Platform-RateLimit-Capacity': header("Tokens that the account's bucket holds.", fraction),
  'X-Platform-RateLimit-Refill-Per-Second': header("Tokens that the account's bucket gets.", fraction),
};

const carriesHeadroom = (error: unknown): boolean => error instanceof Rejected || error instanceof Invalid;

/**
 * Puts the headroom on answers, and on refusals too once the account is known. Where it cannot be read the headers are left out: what was
 * accepted, or refused for a reason, is answered as that.
 */
@Injectable()
export class HeadroomHeaders {
  constructor(@Inject(APP) private readonly app: App) {}

  /** Runs work that may be refused and writes the headroom, on a refusal too; the account was required before. The buckets are read meanwhile: accepting a pin takes no token. */
  async addHeaders<T extends { readonly quota: MonthlyQuota }>(
    reply: FastifyReply,
    principal: Principal,
    accountId: string,
    work: () => Promise<T>,
  ): Promise<T> {
    const buckets = this.app.headroom.readBuckets(accountId, principal.environment);
    buckets.catch(() => undefined);
    try {
      const done = await work();
      void reply.headers({ ...quotaHeaders(done.quota), ...(await orNothing(buckets.then(rateHeaders))) });
      return done;
    } catch (error) {
      if (carriesHeadroom(error)) {
        const quota = orNothing(monthlyQuota(this.app, principal).then(quotaHeaders));
        void reply.headers({ ...(await quota), ...(await orNothing(buckets.then(rateHeaders))) });
      }
      throw error;
    }
  }

  /** Writes what is left after `quota`, or now where none is given; returns the rate for a body that shows it too, null where it cannot be read. */
  async write(reply: FastifyReply, principal: Principal, accountId: string, quota?: MonthlyQuota): Promise<RateReading | null> {
    const counted = quota ?? (await orNothing(monthlyQuota(this.app, principal)));
    const reading = await orNothing(this.app.headroom.read(accountId));
    void reply.headers({ ...(counted && quotaHeaders(counted)), ...(reading && rateHeaders(reading)) });
    return reading;
  }

  /** The same for a call that names several accounts, or none: only a single one has a rate. */
  async writeFor(
    reply: FastifyReply,
    principal: Principal,
    accounts: readonly string[],
    quota?: MonthlyQuota,
  ): Promise<RateReading | null> {
    const [only, another] = accounts;
    if (only !== undefined && another === undefined) return this.write(reply, principal, only, quota);
    const counted = quota ?? (await orNothing(monthlyQuota(this.app, principal)));
    void reply.headers({ ...(counted && quotaHeaders(counted)) });
    return null;
  }

  /** Runs work that may be refused; a refusal carries the headers too. */
  async onRefusal<T>(reply: FastifyReply, principal: Principal, accountId: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (carriesHeadroom(error)) await this.write(reply, principal, accountId);
      throw error;
    }
  }
}

const orNothing = <T>(reading: Promise<T>): Promise<T | null> => reading.catch(() => null);

/** The quota's part of the six headers of the specification's section 4.5. */
export const quotaHeaders = ({ limit, used }: MonthlyQuota): Record<string, string> => ({
  'X-Service-Quota-Limit': String(limit),
  'X-Service-Quota-Used': String(used),
  'X-Service-Quota-Remaining': String(Math.max(0, limit - used)),
});

/** The account's part of them. */
export const rateHeaders = (reading: BucketReadings): Record<string, string> => ({
  'X-Platform-RateLimit-Remaining': String(rateRemaining(reading)),
  'X-Platform-RateLimit-Capacity': String(reading.account.capacity),
  'X-Platform-RateLimit-Refill-Per-Second': String(reading.account.refillPerSecond),
});

/** The same as a body's `headroom`; without one account there is no rate. */
export const headroomBody = ({ limit, used }: MonthlyQuota, reading: RateReading | null) => ({
  quota_limit: limit,
  quota_used: used,
  quota_remaining: Math.max(0, limit - used),
  rate_remaining: reading ? rateRemaining(reading) : null,
  rate_capacity: reading?.account.capacity ?? null,
  rate_refill_per_second: reading?.account.refillPerSecond ?? null,
  estimated_start_at: reading?.startsAt.toISOString() ?? null,
});
