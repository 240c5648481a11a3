import { ApiProperty, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { billingCycles, plansForSale } from '@pps/billing';
import { IsIn } from 'class-validator';
import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import { openPortal, startCheckout, type PaymentDeps } from '@pps/use-cases';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { BeyondPrograms, RequireRecentLogin, RequireScope, WholeProject } from '../auth/route-access.decorator';
import { PAYMENT_DEPS } from './payment-deps';

class CheckoutDto {
  @ApiProperty({ enum: plansForSale })
  @IsIn(plansForSale)
  readonly plan: (typeof plansForSale)[number];

  @ApiProperty({ enum: billingCycles })
  @IsIn(billingCycles)
  readonly billing_cycle: (typeof billingCycles)[number];
}

class BillingSessionDto {
  @ApiProperty({ format: 'uri', description: "A page of the payment provider's, for the customer's browser." })
  readonly url: string;
}

/** The ways to the payment provider's own pages. */
@ApiTags('billing')
@Controller('v1/billing')
@BeyondPrograms()
@WholeProject()
export class CheckoutController {
  constructor(@Inject(PAYMENT_DEPS) private readonly deps: PaymentDeps) {}

  @Post('checkout')
  @RequireRecentLogin()
  @RequireScope('write')
  @HttpCode(200)
  @ApiOkResponse({ type: BillingSessionDto, description: 'Where the plan is paid, or where a subscription is changed to it.' })
  async checkout(@Body() { plan, billing_cycle }: CheckoutDto, @CurrentPrincipal() principal: Principal): Promise<BillingSessionDto> {
    return { url: await startCheckout(this.deps, principal, { plan, billingCycle: billing_cycle }) };
  }

  @Post('portal')
  @RequireRecentLogin()
  @RequireScope('write')
  @HttpCode(200)
  @ApiOkResponse({ type: BillingSessionDto, description: 'Where invoices, cards and the subscription are managed.' })
  async portal(@CurrentPrincipal() principal: Principal): Promise<BillingSessionDto> {
    return { url: await openPortal(this.deps, principal) };
  }
}
