import { ApiProperty } from '@nestjs/swagger';
import { plans } from '@pps/billing';

const moment = { type: String, nullable: true, format: 'date-time' } as const;
const whole = { type: 'integer' } as const;
const size = { type: 'integer', format: 'int64' } as const;

export class PlanFeaturesDto {
  @ApiProperty() readonly uploaded_media_assets: boolean;
  @ApiProperty() readonly bulk_imports: boolean;
}

export class BillingStatusDto {
  @ApiProperty({ enum: Object.keys(plans) }) readonly plan: string;
  @ApiProperty() readonly billing_provider: string;
  @ApiProperty({ type: String, nullable: true, enum: ['monthly', 'annual', null] }) readonly billing_cycle: string | null;
  @ApiProperty({ enum: ['active', 'trialing', 'past_due', 'canceled', 'unpaid'] }) readonly billing_status: string;
  @ApiProperty(moment) readonly current_period_start: string | null;
  @ApiProperty(moment) readonly current_period_end: string | null;
  @ApiProperty(moment) readonly cancel_at: string | null;
  @ApiProperty({ type: PlanFeaturesDto }) readonly features: PlanFeaturesDto;
  @ApiProperty({ ...whole, description: 'Pins a calendar month, in UTC.' }) readonly quota_limit: number;
  @ApiProperty(whole) readonly quota_used: number;
  @ApiProperty(whole) readonly quota_remaining: number;
  @ApiProperty({ format: 'date-time' }) readonly quota_reset_at: string;
  @ApiProperty() readonly quota_exhausted: boolean;
  @ApiProperty(whole) readonly platform_accounts_limit: number;
  @ApiProperty(whole) readonly platform_accounts_used: number;
  @ApiProperty(size) readonly storage_quota_bytes: number;
  @ApiProperty(size) readonly storage_used_bytes: number;
}
