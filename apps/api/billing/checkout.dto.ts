import { ApiProperty } from '@nestjs/swagger';
import { billingCycles, plansForSale } from '@pps/billing';
import { IsIn } from 'class-validator';

export class CheckoutDto {
  @ApiProperty({ enum: plansForSale })
  @IsIn(plansForSale)
  readonly plan: (typeof plansForSale)[number];

  @ApiProperty({ enum: billingCycles })
  @IsIn(billingCycles)
  readonly billing_cycle: (typeof billingCycles)[number];
}

export class BillingSessionDto {
  @ApiProperty({ format: 'uri', description: "A page of the payment provider's, for the customer's browser." })
  readonly url: string;
}
