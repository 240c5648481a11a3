import { ApiProperty } from '@nestjs/swagger';
import { plans } from '@pps/billing';

export class PriceDto {
  @ApiProperty({ enum: ['monthly', 'annual'] }) readonly billing_cycle: string;
  @ApiProperty({ type: 'integer', description: 'In the smallest units of the currency; 0 for what is free or agreed.' })
  readonly unit_amount: number;
  @ApiProperty({ example: 'usd', description: 'ISO 4217, lower-case.' }) readonly currency: string;
  @ApiProperty({ example: '$19' }) readonly amount_display: string;
}

export class PlanPricesDto {
  @ApiProperty({ enum: Object.keys(plans) }) readonly plan: string;
  @ApiProperty() readonly name: string;
  @ApiProperty() readonly subtitle: string;
  @ApiProperty({ description: 'The plan most choose.' }) readonly highlight: boolean;
  @ApiProperty({ type: [String] }) readonly feature_bullets: string[];
  @ApiProperty({ type: 'integer' }) readonly quota_pins_monthly: number;
  @ApiProperty({ type: 'integer' }) readonly platform_accounts_limit: number;
  @ApiProperty() readonly uploaded_media_assets: boolean;
  @ApiProperty() readonly bulk_imports: boolean;
  @ApiProperty({ type: 'integer' }) readonly activity_log_retention_days: number;
  @ApiProperty() readonly monthly_price: PriceDto;
  @ApiProperty() readonly annual_price: PriceDto;
}

export class PricingDto {
  @ApiProperty({ example: 'catalog' }) readonly source: string;
  @ApiProperty({ format: 'date-time', description: 'Since when these prices hold.' }) readonly refreshed_at: string;
  @ApiProperty({ type: [PlanPricesDto] }) readonly plans: PlanPricesDto[];
}
