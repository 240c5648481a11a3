import { ApiProperty } from '@nestjs/swagger';

const tokens = { type: 'number', format: 'double' } as const;

export class BucketDto {
  @ApiProperty(tokens) readonly tokens_available: number;
  @ApiProperty(tokens) readonly capacity: number;
  @ApiProperty({ ...tokens, description: 'Tokens a second.' }) readonly refill_rate: number;
}

export class AccountBucketDto extends BucketDto {
  @ApiProperty({ format: 'uuid' }) readonly account_id: string;
}

export class RateMeterDto {
  @ApiProperty({ type: AccountBucketDto }) readonly account: AccountBucketDto;
  @ApiProperty({ type: BucketDto }) readonly global: BucketDto;
  @ApiProperty({ type: 'integer', description: 'Waiting pins of the account.' }) readonly queued_ahead: number;
  @ApiProperty({ format: 'date-time', description: 'When a pin queued now would start.' }) readonly estimated_start_at: string;
}
