import { Injectable } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import type { FastifyReply } from 'fastify';
import { HeadroomMeter, quotaHeaders, rateHeaders, type RateReading } from './headroom';
import { PublishChecks, type Quota } from './publish-checks';

/** Puts the headroom on answers, and on refusals too once the account is known. */
@Injectable()
export class HeadroomHeaders {
  constructor(
    private readonly meter: HeadroomMeter,
    private readonly checks: PublishChecks,
  ) {}

  /** Tells what is left after `quota`. */
  async tell(reply: FastifyReply, accountId: string, quota: Quota): Promise<void> {
    void reply.headers({ ...quotaHeaders(quota), ...rateHeaders(await this.meter.readBuckets(accountId)) });
  }

  /** The same, and the reading for a body that says it too. */
  async tellAll(reply: FastifyReply, accountId: string, quota: Quota): Promise<RateReading> {
    const reading = await this.meter.read(accountId);
    void reply.headers({ ...quotaHeaders(quota), ...rateHeaders(reading) });
    return reading;
  }

  /** Runs what may be refused; a refusal carries the headers as well. */
  async onRefusal<T>(reply: FastifyReply, principal: Principal, accountId: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Rejected) await this.tell(reply, accountId, await this.checks.quotaOf(principal));
      throw error;
    }
  }
}
