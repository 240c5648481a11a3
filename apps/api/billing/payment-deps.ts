import { type FactoryProvider, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PaymentAccess, catalogueFaults, lookupKeyOf, priceCatalogue, priceFault, pricesForSale } from '@pps/billing';
import type { PaymentDeps } from '@pps/use-cases';
import { APP, type App } from '../../foundation/bind-app';
import { CannotStart } from '@pps/runtime';

/** Injection token of what the ways to the payment provider are given. */
export const PAYMENT_DEPS = Symbol('PaymentDeps');

export const paymentDeps: FactoryProvider<PaymentDeps> = {
  provide: PAYMENT_DEPS,
  inject: [APP],
  useFactory: ({ streams, live, vault, clock, configuration, logger }: App) => ({
    ...{ streams, live, vault, clock },
    payments: PaymentAccess.from(configuration, logger),
    appUrl: configuration.APP_URL.replace(/\/+$/, ''),
    log: (message, fields) => logger.warn(fields, message),
  }),
};

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
