import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { catalogueFaults, lookupKeyOf, priceCatalogue, priceFault, pricesForSale } from '@pps/billing';
import { CannotStart } from '@pps/runtime';
import type { PaymentDeps } from '@pps/use-cases';
import { PAYMENT_DEPS } from './payment-deps';

/** Checks the price catalogue at start, and beside the start whether the payment provider has the same prices; what differs is logged and not sold. */
@Injectable()
export class PriceCheck implements OnApplicationBootstrap {
  constructor(@Inject(PAYMENT_DEPS) private readonly deps: PaymentDeps) {}

  onApplicationBootstrap(): void {
    const [fault] = catalogueFaults(priceCatalogue);
    if (fault) throw new CannotStart(`the price catalogue is broken: ${fault}`);
    void this.compare().catch(() => undefined);
  }

  private async compare(): Promise<void> {
    const found = await this.deps.payments.client?.findPrices(pricesForSale);
    if (!found) return;
    const faults = pricesForSale.flatMap(
      ([plan, cycle]) => priceFault(priceCatalogue, plan, cycle, found.get(lookupKeyOf(plan, cycle))) ?? [],
    );
    if (faults.length > 0) this.deps.log('the payment provider has other prices than the catalogue', { faults });
  }
}
