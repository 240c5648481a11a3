import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { Freshness } from '@pps/read-store';
import { requireLiveAccount, type BucketReading } from '@pps/use-cases';
import { IsUUID } from 'class-validator';
import { APP, type App } from '../../foundation/bind-app';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { RateMeterDto } from './rate-meter.dto';

class RateMeterQuery {
  @ApiProperty({ format: 'uuid' })
  @IsUUID('loose')
  readonly account_id: string;
}

@ApiTags('pins')
@Controller('v1/rate-meter')
export class RateMeterController {
  constructor(
    @Inject(APP) private readonly deps: App,
    private readonly freshness: Freshness,
  ) {}

  @Get()
  @RequireScope('read')
  @ApiOkResponse({ type: RateMeterDto })
  async read(@CurrentPrincipal() principal: Principal, @Query() { account_id }: RateMeterQuery) {
    const accountId = account_id.toLowerCase();
    await requireLiveAccount(this.deps, principal, accountId);
    await this.freshness.wait('publish_queue', principal);
    const { account, global, queuedAhead, startsAt } = await this.deps.headroom.read(accountId);
    return {
      account: { account_id: accountId, ...toBucketBody(account) },
      global: toBucketBody(global),
      queued_ahead: queuedAhead,
      estimated_start_at: startsAt.toISOString(),
    };
  }
}

const toBucketBody = ({ tokens, capacity, refillPerSecond }: BucketReading) => ({
  tokens_available: Math.floor(tokens * 1000) / 1000,
  capacity,
  refill_rate: refillPerSecond,
});
