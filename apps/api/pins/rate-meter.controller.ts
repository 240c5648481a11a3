import { ApiProperty, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import { requireLiveAccount, type BucketReading } from '@pps/use-cases';
import { IsUUID } from 'class-validator';
import { APP, type App } from '../../foundation/bind-app';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';

const tokens = { type: 'number', format: 'double' } as const;

class BucketDto {
  @ApiProperty(tokens) readonly tokens_available: number;
  @ApiProperty(tokens) readonly capacity: number;
  @ApiProperty({ ...tokens, description: 'Tokens a second.' }) readonly refill_rate: number;
}

class AccountBucketDto extends BucketDto {
  @ApiProperty({ format: 'uuid' }) readonly account_id: string;
}

class RateMeterDto {
  @ApiProperty({ type: AccountBucketDto }) readonly account: AccountBucketDto;
  @ApiProperty({ type: BucketDto }) readonly global: BucketDto;
  @ApiProperty({ type: 'integer', description: 'Waiting pins of the account.' }) readonly queued_ahead: number;
  @ApiProperty({ format: 'date-time', description: 'When a pin queued now would start.' }) readonly estimated_start_at: string;
}

class RateMeterQuery {
  @ApiProperty({ format: 'uuid' })
  @IsUUID('loose')
  readonly account_id: string;
}

@ApiTags('pins')
@Controller('v1/rate-meter')
export class RateMeterController {
  constructor(@Inject(APP) private readonly app: App) {}

  @Get()
  @RequireScope('read')
  @ApiOkResponse({ type: RateMeterDto })
  async read(@CurrentPrincipal() principal: Principal, @Query() { account_id }: RateMeterQuery) {
    const accountId = account_id.toLowerCase();
    await requireLiveAccount(this.app, principal, accountId);
    await this.app.freshness.wait('publish_queue', principal);
    const { account, global, queuedAhead, startsAt } = await this.app.headroom.read(accountId);
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
