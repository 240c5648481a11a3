import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { plans, type Plan, type PlanTerms } from '@pps/billing';
import { CLOCK, type Clock } from '@pps/kernel';
import { Public } from '../auth/route-access.decorator';

const subtitles: Readonly<Record<Plan, string>> = {
  playground: 'Try it out',
  starter: 'For a first channel',
  growth: 'For growing shops',
  pro: 'For teams that publish every day',
  enterprise: 'Manual setup and custom limits',
};

const highlighted: Plan = 'growth';

/** What can be bought. Prices are the payment provider's: without one they are absent. */
@ApiTags('billing')
@Controller('v1/billing/pricing')
export class BillingPricingController {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  @Get()
  @Public()
  @ApiOkResponse({ description: 'The plans and what they include.' })
  pricing() {
    const catalogue = Object.entries(plans) as [Plan, PlanTerms][];
    return {
      source: 'catalog',
      refreshed_at: this.clock().toISOString(),
      plans: catalogue.map(([plan, terms]) => toPlanBody(plan, terms)),
    };
  }
}

function toPlanBody(plan: Plan, { name, quotaPinsMonthly, platformAccountsLimit, features }: PlanTerms) {
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
    monthly_price: null,
    annual_price: null,
  };
}

const bullets = (pins: number, accounts: number, features: PlanTerms['features']): string[] => [
  `${pins.toLocaleString('en')} pins a month`,
  accounts === 1 ? '1 connected account' : `${accounts} connected accounts`,
  ...(features.uploadedMediaAssets ? ['Uploaded images and videos'] : []),
  ...(features.bulkImports ? ['Bulk imports from CSV and JSON'] : []),
];
