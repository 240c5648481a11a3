import type { FactoryProvider } from '@nestjs/common';
import { PaymentAccess } from '@pps/billing';
import type { PaymentDeps } from '@pps/use-cases';
import { APP, type App } from '../../foundation/bind-app';

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
