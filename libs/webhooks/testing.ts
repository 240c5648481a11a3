import { streamSamples, type StreamSamples } from '@pps/event-store/testing';
import { deliveryStream, type DeliveryFact } from './deliveries/delivery.stream';
import { outboxStream, type WebhookDeliveryRequested } from './outbox/outbox.stream';
import { replayStream, type ReplayFact } from './replays/replay.stream';
import { webhookStream } from './subscriptions/webhook.stream';
import type { WebhookFact } from './subscriptions/webhook.events';

const webhookId = '0197a000-0000-7000-8000-000000000031';
const deliveryId = '5b8f2f0e-7c0a-5f51-9a5e-0d9c1b2a3f40';

export const webhookSamples: readonly WebhookFact[] = [
  {
    type: 'WebhookCreated',
    data: {
      webhookId,
      projectId: '0197a000-0000-7000-8000-000000000002',
      organizationId: '0197a000-0000-7000-8000-000000000001',
      epoch: 0,
      url: 'https://example.com/hook',
      secretRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c31',
      events: ['pin.published', 'pin.failed'],
      isEnabled: true,
      createdAt: '2026-01-05T09:00:00.000Z',
    },
  },
  { type: 'WebhookUpdated', data: { url: 'https://example.com/new', events: ['*'], updatedAt: '2026-01-05T10:00:00.000Z' } },
  {
    type: 'WebhookSecretRotated',
    data: {
      secretRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c32',
      previousSecretRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c31',
      previousValidUntil: '2026-01-06T11:00:00.000Z',
      rotatedAt: '2026-01-05T11:00:00.000Z',
    },
  },
  { type: 'WebhookDisabled', data: { reason: 'gone', at: '2026-01-05T12:00:00.000Z' } },
  { type: 'WebhookEnabled', data: { at: '2026-01-05T13:00:00.000Z' } },
  { type: 'WebhookDeleted', data: { at: '2026-01-05T14:00:00.000Z' } },
  { type: 'WebhookDisabled', data: { reason: 'failing', host: 'example.com', at: '2026-01-05T13:30:00.000Z' } },
  {
    type: 'WebhookCreated',
    data: {
      webhookId,
      projectId: '0197a000-0000-7000-8000-000000000002',
      organizationId: '0197a000-0000-7000-8000-000000000001',
      epoch: 0,
      url: 'https://example.com/hook',
      secretRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c31',
      events: ['pin.published', 'pin.failed'],
      isEnabled: true,
      accountIds: ['8d0a6c1e-3f2b-5e4d-9c7a-1b2c3d4e5f60'],
      makerKeyIds: ['4f6c1c2e-0d0b-5c53-8a57-2c1f3f3d9a10'],
      createdAt: '2026-01-05T09:00:00.000Z',
    },
  },
  { type: 'WebhookUpdated', data: { accountIds: null, updatedAt: '2026-01-05T10:00:00.000Z' } },
  { type: 'WebhookDisabled', data: { reason: 'key_revoked', at: '2026-01-05T13:30:00.000Z' } },
  { type: 'WebhookFailing', data: { since: '2026-01-05T14:00:00.000Z', at: '2026-01-06T14:00:00.000Z' } },
  { type: 'WebhookRecovered', data: { at: '2026-01-06T15:00:00.000Z' } },
  {
    type: 'WebhookHeldDropped',
    data: {
      count: 2,
      firstSequence: 1,
      lastSequence: 2,
      lastDeliveryId: deliveryId,
      requestedBefore: '2026-01-07T09:00:00.000Z',
      at: '2026-04-07T09:00:00.000Z',
    },
  },
  {
    type: 'WebhookUpdated',
    data: {
      headersRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c34',
      headerNames: ['Authorization'],
      updatedAt: '2026-01-05T10:30:00.000Z',
    },
  },
  {
    type: 'WebhookUpdated',
    data: {
      signingKeyRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c35',
      publicKey: 'whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
      updatedAt: '2026-01-05T10:31:00.000Z',
    },
  },
  {
    type: 'WebhookSecretRotated',
    data: {
      secretRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c36',
      previousSecretRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c32',
      signingKeyRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c37',
      publicKey: 'whpk_PUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw=',
      previousSigningKeyRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c35',
      previousValidUntil: '2026-01-06T11:00:00.000Z',
      rotatedAt: '2026-01-05T11:00:00.000Z',
    },
  },
  { type: 'WebhookUpdated', data: { signingKeyRef: null, publicKey: null, updatedAt: '2026-01-05T11:31:00.000Z' } },
  { type: 'WebhookUpdated', data: { headersRef: null, headerNames: [], updatedAt: '2026-01-05T10:40:00.000Z' } },
];

export const outboxSamples: readonly WebhookDeliveryRequested[] = [
  {
    type: 'WebhookDeliveryRequested',
    data: {
      webhookId,
      deliveryId,
      eventId: 'evt_9a0b6f3e-5d1c-5a77-8c55-6a1d7b2c9e01',
      event: 'pin.failed',
      occurredAt: '2026-01-05T09:30:00.000Z',
      data: { pin_id: '0197a000-0000-7000-8000-000000000041', status: 'failed', error_code: 'invalid_image' },
      causePosition: '4711',
    },
  },
  {
    type: 'WebhookDeliveryRequested',
    data: {
      webhookId,
      deliveryId: '9a0b6f3e-5d1c-5a77-8c55-6a1d7b2c9e03',
      eventId: 'evt_9a0b6f3e-5d1c-5a77-8c55-6a1d7b2c9e02',
      event: 'pin.queued',
      occurredAt: '2026-01-05T09:30:00.000Z',
      data: { pin_id: '0197a000-0000-7000-8000-000000000041', status: 'queued', error_code: null },
      cause: {
        id: '0197a000-0000-7000-8000-000000000044',
        stream: 'pin-0197a000-0000-7000-8000-000000000041',
        revision: 3,
      },
      causePosition: '4712',
    },
  },
];

export const deliverySamples: readonly DeliveryFact[] = [
  {
    type: 'WebhookTestRequested',
    data: {
      deliveryId,
      webhookId,
      eventId: 'evt_0197a000-0000-7000-8000-000000000042',
      event: 'webhook.test',
      occurredAt: '2026-01-05T09:30:00.000Z',
      data: { webhook_id: webhookId },
    },
  },
  {
    type: 'WebhookDeliveryAttempted',
    data: {
      webhookId,
      n: 1,
      startedAt: '2026-01-05T09:30:00.100Z',
      durationMs: 12,
      statusCode: 500,
      trigger: 'auto',
      nextAttemptAt: '2026-01-05T09:30:05.000Z',
    },
  },
  { type: 'WebhookRedeliveryRequested', data: { trigger: 'manual', at: '2026-01-05T09:30:02.000Z' } },
  {
    type: 'WebhookDeliveryAttempted',
    data: { webhookId, n: 2, startedAt: '2026-01-05T09:30:02.100Z', durationMs: 12, error: 'The URL cannot be reached', trigger: 'manual' },
  },
  { type: 'WebhookDeliveryExhausted', data: { at: '2026-01-05T09:30:02.200Z' } },
  { type: 'WebhookRedeliveryRequested', data: { trigger: 'replay', at: '2026-01-05T09:31:00.000Z' } },
  {
    type: 'WebhookDeliveryAttempted',
    data: { webhookId, n: 3, startedAt: '2026-01-05T09:31:00.100Z', durationMs: 9, statusCode: 204, trigger: 'replay' },
  },
  { type: 'WebhookDelivered', data: { at: '2026-01-05T09:31:00.110Z' } },
  {
    type: 'WebhookRedeliveryRequested',
    data: { trigger: 'replay', replayId: '0197a000-0000-7000-8000-000000000051', at: '2026-01-05T15:00:00.000Z' },
  },
];

const replayId = '0197a000-0000-7000-8000-000000000051';

export const replaySamples: readonly ReplayFact[] = [
  {
    type: 'WebhookReplayRequested',
    data: {
      webhookId,
      replayId,
      since: '2026-01-05T00:00:00.000Z',
      until: '2026-01-05T09:00:00.000Z',
      fromRevision: 10,
      endRevision: 310,
      at: '2026-01-05T15:00:00.000Z',
    },
  },
  {
    type: 'WebhookReplayRequested',
    data: {
      ...{ webhookId, replayId, since: '2026-01-05T00:00:00.000Z', until: '2026-01-05T09:00:00.000Z' },
      ...{ fromRevision: 10, endRevision: 310, events: 298, at: '2026-01-05T15:00:00.000Z' },
    },
  },
  { type: 'WebhookReplayProgressed', data: { replayId, nextRevision: 110, at: '2026-01-05T15:00:01.000Z' } },
  { type: 'WebhookReplayCompleted', data: { replayId, at: '2026-01-05T15:00:02.000Z' } },
  { type: 'WebhookReplayCanceled', data: { replayId, at: '2026-01-05T15:00:03.000Z' } },
];

/** A sample of every shape ever written; a shape that changes gets a new sample, the old one stays as an older one. */
export const samples: readonly StreamSamples[] = [
  streamSamples(webhookStream, webhookSamples),
  streamSamples(outboxStream, outboxSamples),
  streamSamples(deliveryStream, deliverySamples),
  streamSamples(replayStream, replaySamples),
];
export { vaultRefsOf } from './messages/credentials';
