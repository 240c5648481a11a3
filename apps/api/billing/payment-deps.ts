import type { FactoryProvider } from '@nestjs/common';
import { PaymentAccess } from '@pps/billing';
import { CommandRunner, LiveStates } from '@pps/event-store';
import { CLOCK, type Clock } from '@pps/kernel';
import { CONFIGURATION, LOGGER, type Configuration, type Logger } from '@pps/runtime';
import type { PaymentDeps } from '@pps/use-cases';
import { VAULT, type Vault } from '@pps/vault';

/** Injection token of what the ways to the payment provider are given. */
export const PAYMENT_DEPS = Symbol('PaymentDeps');

export const paymentDeps: FactoryProvider<PaymentDeps> = {
  provide: PAYMENT_DEPS,
  inject: [CommandRunner, LiveStates, VAULT, CLOCK, CONFIGURATION, LOGGER],
  useFactory: (runner: CommandRunner, live: LiveStates, vault: Vault, clock: Clock, configuration: Configuration, logger: Logger) => ({
    ...{ runner, live, vault, clock },
    payments: PaymentAccess.from(configuration, logger),
    appUrl: configuration.APP_URL.replace(/\/+$/, ''),
    log: (message, fields) => logger.warn(fields, message),
  }),
};
