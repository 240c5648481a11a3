import { ApiProperty, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { plans, priceCatalogue, type Plan, type PlanTerms, type Price } from '@pps/billing';
import { Controller, Get } from '@nestjs/common';
import { Public } from '../auth/route-access.decorator';

class PriceDto {
  @ApiProperty({ enum: ['monthly', 'annual'] }) readonly billing_cycle: string;
  @ApiProperty({ type: 'integer', description: 'In the smallest units of the currency; 0 for what is free or agreed.' })
  readonly unit_amount: number;
  @ApiProperty({ example: 'usd', description: 'ISO 4217, lower-case.' }) readonly currency: string;
  @ApiProperty({ example: '$19' }) readonly amount_display: string;
}

class PlanPricesDto {
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

class PricingDto {
  @ApiProperty({ example: 'catalog' }) readonly source: string;
  @ApiProperty({ format: 'date-time', description: 'Since when these prices hold.' }) readonly refreshed_at: string;
  @ApiProperty({ type: [PlanPricesDto] }) readonly plans: PlanPricesDto[];
}

const subtitles: Readonly<Record<Plan, string>> = {
  playground: 'Try it out',
  starter: 'For a first channel',
  growth: 'For growing shops',
  pro: 'For teams that publish every day',
  enterprise: 'Manual setup and custom limits',
};

const highlighted: Plan = 'growth';

/** What can be bought, and for how much. */
@ApiTags('billing')
@Controller('v1/billing/pricing')
export class BillingPricingController {
  @Get()
  @Public()
  @ApiOkResponse({ type: PricingDto })
  pricing() {
    const catalogue = Object.entries(plans) as [Plan, PlanTerms][];
    return {
      source: 'catalog',
      refreshed_at: priceCatalogue.refreshedAt,
      plans: catalogue.map(([plan, terms]) => toPlanBody(plan, terms)),
    };
  }
}

function toPlanBody(plan: Plan, { name, quotaPinsMonthly, platformAccountsLimit, features, ...more }: PlanTerms): PlanPricesDto {
  const { monthly, annual } = priceCatalogue.prices[plan];
  return {
    plan,
    name,
    subtitle: subtitles[plan],
    highlight: plan === highlighted,
    feature_bullets: bullets(quotaPinsMonthly, platformAccountsLimit, features),
    quota_pins_monthly: quotaPinsMonthly,
    platform_accounts_limit: platformAccountsLimit,
    uploaded_media_assets: features.uploadedMediaAssets,
    bulk_imports: features.bulkImports,
    activity_log_retention_days: more.activityLogRetentionDays,
    monthly_price: toPriceBody('monthly', monthly),
    annual_price: toPriceBody('annual', annual),
  };
}

function toPriceBody(cycle: 'monthly' | 'annual', { unitAmount, display }: Price): PriceDto {
  return { billing_cycle: cycle, unit_amount: unitAmount, currency: priceCatalogue.currency, amount_display: display };
}

const bullets = (pins: number, accounts: number, features: PlanTerms['features']): string[] => [
  `${pins.toLocaleString('en')} pins a month`,
  accounts === 1 ? '1 connected account' : `${accounts} connected accounts`,
  ...(features.uploadedMediaAssets ? ['Uploaded images and videos'] : []),
  ...(features.bulkImports ? ['Bulk imports from CSV and JSON'] : []),
];
