import type { AlertMailRequested } from './user-mail.events';

/** Samples of alerts about API keys. */
export const keyAlertSamples: readonly AlertMailRequested[] = [
  {
    type: 'AlertMailRequested',
    data: {
      requestId: '3c7d1dc9-04d1-5c1a-9f1e-7d9d2f1c0a61',
      userId: '0197a000-0000-7000-8000-000000000003',
      alert: 'api_key_expiring',
      projectId: '0197a000-0000-7000-8000-000000000002',
      keyId: '4f6c1c2e-0d0b-5c53-8a57-2c1f3f3d9a10',
      requestedAt: '2026-01-13T13:00:00.000Z',
      expiresAt: '2026-01-16T13:00:00.000Z',
    },
  },
];

/** Samples of alerts about a webhook that fails, and no longer does. */
export const webhookAlertSamples: readonly AlertMailRequested[] = (['webhook_failing', 'webhook_recovered'] as const).map((alert) => ({
  type: 'AlertMailRequested' as const,
  data: {
    requestId: '2b6f0cc9-04d1-5c1a-9f1e-7d9d2f1c0a60',
    userId: '0197a000-0000-7000-8000-000000000003',
    alert,
    projectId: '0197a000-0000-7000-8000-000000000002',
    webhookId: '0197a000-0000-7000-8000-000000000009',
    requestedAt: '2026-01-13T13:00:00.000Z',
    expiresAt: '2026-01-16T13:00:00.000Z',
  },
}));
