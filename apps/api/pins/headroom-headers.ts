import { Injectable } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import { Invalid, Rejected } from '@pps/kernel';
import type { FastifyReply } from 'fastify';
import { HeadroomMeter, quotaHeaders, rateHeaders, type RateReading } from './headroom';
import { PublishChecks, type Quota } from './publish-checks';

const tellsHeadroom = (error: unknown): boolean => error instanceof Rejected || error instanceof Invalid;

/** Puts the headroom on answers, and on refusals too once the account is known. */
@Injectable()
export class HeadroomHeaders {
  constructor(
    private readonly meter: HeadroomMeter,
    private readonly checks: PublishChecks,
  ) {}

  /** Runs what may be refused and tells what is left, on a refusal too. The buckets are looked at meanwhile: accepting a pin takes no token. */
  async around<T extends { readonly quota: Quota }>(
    reply: FastifyReply,
    principal: Principal,
    accountId: string,
    work: () => Promise<T>,
  ): Promise<T> {
    const buckets = this.meter.readBuckets(accountId, principal.environment);
    buckets.catch(() => undefined);
    try {
      const done = await work();
      void reply.headers({ ...quotaHeaders(done.quota), ...rateHeaders(await buckets) });
      return done;
    } catch (error) {
      if (tellsHeadroom(error)) {
        void reply.headers({ ...quotaHeaders(await this.checks.quotaOf(principal)), ...rateHeaders(await buckets) });
      }
      throw error;
    }
  }

  /** Tells what is left after `quota`; answers the reading for a body that says it too. */
  async tell(reply: FastifyReply, accountId: string, quota: Quota): Promise<RateReading> {
    const reading = await this.meter.read(accountId);
    void reply.headers({ ...quotaHeaders(quota), ...rateHeaders(reading) });
    return reading;
  }

  /** The same for a call that names several accounts, or none: only that of a single one has a rate to tell. */
  async tellOf(reply: FastifyReply, accounts: readonly string[], quota: Quota): Promise<RateReading | null> {
    const [only, another] = accounts;
    if (only !== undefined && another === undefined) return this.tell(reply, only, quota);
    void reply.headers(quotaHeaders(quota));
    return null;
  }

  /** Runs what may be refused; a refusal carries the headers as well. */
  async onRefusal<T>(reply: FastifyReply, principal: Principal, accountId: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (tellsHeadroom(error)) await this.tell(reply, accountId, await this.checks.quotaOf(principal));
      throw error;
    }
  }
}
