import type { Setting } from './setting';

/** The payment provider, Stripe or its simulator. */
export const paymentSettings = {
  PAYMENT_API_URL: {
    kind: 'url',
    schemes: ['http', 'https'],
    default: 'https://api.stripe.com',
    group: 'plans',
    feature: 'payments',
    meaning: "Where the payment provider's interface lies, without `/v1`: Stripe, or its simulator.",
  },
  PAYMENT_API_KEY: {
    kind: 'secret',
    default: null,
    group: 'plans',
    feature: 'payments',
    meaning: "Secret key for the payment provider's interface (Stripe's `sk_…` or `rk_…`).",
  },
  PAYMENT_TIMEOUT: { kind: 'duration', default: '10s', group: 'plans', meaning: 'How long one call to the payment provider may take.' },
  PAYMENT_WEBHOOK_SECRET: {
    kind: 'secret',
    default: null,
    group: 'plans',
    feature: 'payments',
    meaning: "Signs the payment provider's webhooks (Stripe's endpoint secret).",
  },
  PAYMENT_WEBHOOK_OTHER_SECRET: {
    kind: 'secret',
    default: null,
    group: 'plans',
    meaning:
      'A second secret whose signatures are accepted while one is rotated: the next one on all hosts first, then the one before the change.',
  },
} as const satisfies Readonly<Record<string, Setting>>;
