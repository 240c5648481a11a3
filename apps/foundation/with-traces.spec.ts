import type { EventStore, FactMetadata, NewFact } from '@pps/event-store';
import { openInMemoryEventStore } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import { runCorrelated, traceIdOf, type FinishedSpan, type RequestTrace, type Tracing } from '@pps/runtime';
import { withTraces } from './with-traces';

const canary = 'canary: what somebody wrote';
const startedAt = '2026-01-05T09:00:00.000Z';

function fact(type: string, data: object, correlationId?: string): NewFact {
  const metadata: FactMetadata = { actor: { type: 'system', id: canary }, occurredAt: startedAt, schemaVersion: 1 };
  return {
    id: newId(),
    type,
    data: { ...data, title: canary, url: canary, message: canary },
    metadata: { ...metadata, ...(correlationId !== undefined && { correlationId }) },
  };
}

/** Three processes on one log, each with a store of its own, and the spans of all. */
function processes() {
  const spans: FinishedSpan[] = [];
  const tracing: Tracing = { record: (span) => void spans.push(span), stop: async () => undefined };
  const log = openInMemoryEventStore();
  return { spans, log, open: (): EventStore => withTraces(log, tracing) };
}

const named = (spans: readonly FinishedSpan[], name: string) => spans.filter((span) => span.name === name);

it('joins what processes do for one pin in the trace that has its id', async () => {
  const { spans, open } = processes();
  const [api, orchestrator, worker] = [open(), open(), open()];
  const [pinId, webhookId, deliveryId, requestId] = [newId(), newId(), newId(), newId()];
  const trace: RequestTrace = { appends: [] };
  await runCorrelated({ requestId, correlationId: requestId, trace }, () =>
    api.append(`pin-${pinId}`, [fact('PinQueued', {}, requestId)], 'no_stream'),
  );
  expect(trace.appends).toEqual([expect.objectContaining({ pinTraceId: traceIdOf(pinId), begins: true })]);
  expect(spans).toEqual([]);
  await worker.append(`pin-${pinId}`, [fact('PinPublishAttemptStarted', { attempt: 1 }, pinId)], 0);
  await worker.append(`pin-${pinId}`, [fact('PinPublished', { attempt: 1 }, pinId)], 1);
  const requested = fact('WebhookDeliveryRequested', { deliveryId, cause: { stream: `pin-${pinId}` } }, requestId);
  await orchestrator.append(`webhook_outbox-${webhookId}`, [requested], 'no_stream');
  await worker.read(`webhook_outbox-${webhookId}`, 0, 1);
  const attempted = { n: 1, startedAt, durationMs: 40, statusCode: 500 };
  await worker.append(`webhook_delivery-${deliveryId}`, [fact('WebhookDeliveryAttempted', attempted, requestId)], 'no_stream');
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([traceIdOf(pinId)]));
  const [attempt] = named(spans, 'publish attempt');
  expect(attempt).toMatchObject({ attributes: { outcome: 'published' }, hasFailed: false });
  expect(named(spans, 'append pin').map(({ parentSpanId }) => parentSpanId)).toEqual([attempt?.spanId, attempt?.spanId]);
  const [delivery] = named(spans, 'deliver webhook');
  expect(delivery).toMatchObject({ hasFailed: true, startMs: Date.parse(startedAt), endMs: Date.parse(startedAt) + 40 });
  expect(delivery?.attributes).toEqual({ attempt: 1, 'http.response.status_code': 500 });
  expect(JSON.stringify(spans)).not.toContain('canary');
});

it.each([
  [fact('PinPublishDeferred', { reason: 'rate_limited' }), 'deferred rate_limited'],
  [fact('PinFailed', { errorCode: 'invalid_image' }), 'failed invalid_image'],
  [fact('PinPublishOutcomeUnknown', {}), 'unknown'],
])('an attempt that did not publish says its class: %#', async (outcome, expected) => {
  const { spans, open } = processes();
  const [worker, pin] = [open(), `pin-${newId()}`];
  await worker.append(pin, [fact('PinPublishAttemptStarted', { attempt: 1 })], 'no_stream');
  await worker.append(pin, [outcome], 0);
  expect(named(spans, 'publish attempt')).toEqual([expect.objectContaining({ attributes: { outcome: expected }, hasFailed: true })]);
});

it('one append for a hundred pins is a span in the trace of each', async () => {
  const { spans, open } = processes();
  const pins = Array.from({ length: 100 }, () => newId());
  const facts = pins.map((pinId) => fact('WebhookDeliveryRequested', { deliveryId: newId(), cause: { stream: `pin-${pinId}` } }, newId()));
  await open().append(`webhook_outbox-${newId()}`, facts, 'no_stream');
  expect(spans.map(({ traceId }) => traceId)).toEqual(pins.map(traceIdOf));
});

it('facts of nobody are in no trace, and malformed ones fail nothing', async () => {
  const { spans, log, open } = processes();
  const store = open();
  await store.append('noted-1', [fact('Noted', {})], 'no_stream');
  await store.append('webhook_delivery-1', [{ ...fact('WebhookDeliveryAttempted', {}, newId()), data: null }], 'no_stream');
  await store.append('nodash', [{ ...fact('Noted', {}, newId()), data: 'text' }], 'no_stream');
  expect(named(spans, 'append noted')).toEqual([]);
  expect(await log.read('nodash')).toHaveLength(1);
});

it('what cannot be recorded fails no append, and an append that fails throws as before', async () => {
  const log = openInMemoryEventStore();
  const tracing: Tracing = {
    record: () => {
      throw new Error('broken');
    },
    stop: async () => undefined,
  };
  const store = withTraces(log, tracing);
  await store.append('noted-1', [fact('Noted', {}, newId())], 'no_stream');
  await expect(store.append('noted-1', [fact('Noted', {}, newId())], 'no_stream')).rejects.toThrow('has moved on');
});
