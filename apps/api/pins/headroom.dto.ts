import { ApiProperty } from '@nestjs/swagger';

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
