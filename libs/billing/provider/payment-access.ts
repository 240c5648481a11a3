import { Rejected } from '@pps/kernel';
import type { Configuration } from '@pps/runtime';
import { StripeClient } from './stripe.client';

interface FailureLog {
  warn(fields: object, message: string): void;
}

/** The client for the payment provider as the settings say; absent when no key for it is set. */
export class PaymentAccess {
  constructor(readonly client: StripeClient | null) {}

  static from({ PAYMENT_API_URL, PAYMENT_API_KEY, PAYMENT_TIMEOUT }: PaymentConfiguration, logger: FailureLog): PaymentAccess {
    if (!PAYMENT_API_KEY) return new PaymentAccess(null);
    const onFailure = (operation: string, failure: object) => logger.warn({ operation, ...failure }, 'the payment provider failed a call');
    return new PaymentAccess(new StripeClient({ apiUrl: PAYMENT_API_URL, apiKey: PAYMENT_API_KEY, timeoutMs: PAYMENT_TIMEOUT, onFailure }));
  }

  /** Throws `Rejected('service_unavailable')` when no payment provider is configured. */
  requireClient(): StripeClient {
    if (!this.client)
      throw new Rejected(
        'service_unavailable',
        'Payments are not configured',
        {},
        { remediation: 'This installation does not offer it. Ask whoever runs it.' },
      );
    return this.client;
  }
}

type PaymentConfiguration = Pick<Configuration, 'PAYMENT_API_URL' | 'PAYMENT_API_KEY' | 'PAYMENT_TIMEOUT'>;
