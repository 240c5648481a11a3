import { newId } from '@pps/kernel';
import { eventually } from '../../setup/eventually';
import { startBackgroundService, type BackgroundService } from '../../assets/background-service';
import { newUploader, type Uploader } from '../../assets/uploader';
import { startReceiver } from '../../webhooks/receiver';
import { startCollector, type ReceivedSpan } from '../../setup/collector';

let [service, ann]: [BackgroundService, Uploader] = [undefined as never, undefined as never];
let collector: Awaited<ReturnType<typeof startCollector>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  [collector, receiver] = [await startCollector(), await startReceiver()];
  service = await startBackgroundService({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  ann = await newUploader(service, `traced-${newId()}`);
});
afterAll(async () => {
  await service.stop();
  await Promise.all([collector.stop(), receiver.stop()]);
});

const canary = () => `canary-${newId()}`;
/** Not one that missed its turn because the worker stood still. */
const isPublishing = ({ name, attributes }: ReceivedSpan) => name === 'publish attempt' && attributes['outcome'] === 'published';
const delivered = (pinId: string) =>
  eventually(
    'the webhook',
    async () => receiver.received.some(({ json }) => json.data['id'] === pinId || json.data['pin_id'] === pinId) || undefined,
  );

it('one pin is one trace, from the request to its webhook, and no span holds what somebody wrote or may use', async () => {
  const [title, requestId, query] = [canary(), canary(), canary()];
  const webhook = (await ann.post('/v1/webhooks', { url: `${receiver.url}&${canary()}`, events: ['pin.published'] })).body;
  const draft = ann.draft({ title, image_url: `https://images.example.com/${canary()}.jpg` });
  const created = await service.call('POST', `/v1/pins?ignored=${query}`, draft, { ...ann.key, 'x-request-id': requestId });
  const pinId = created.body.id as string;
  await delivered(pinId);
  const traceId = pinId.replaceAll('-', '');
  const steps = ['POST /v1/pins', 'append pin', 'publish attempt', 'append webhook_outbox', 'deliver webhook', 'append webhook_delivery'];
  // Each process exports by itself, in batches.
  const trace = await eventually('its spans, each below another but the first', async () => {
    const spans = collector.spans.filter((span) => span.traceId === traceId);
    const ids = new Set(spans.map(({ spanId }) => spanId));
    const beginnings = spans.filter(({ parentSpanId }) => !ids.has(parentSpanId)).map(({ name }) => name);
    const isWhole = steps.every((step) => spans.some(({ name }) => name === step)) && spans.some(isPublishing);
    return isWhole && beginnings.join() === 'POST /v1/pins' && ids.size === spans.length ? spans : undefined;
  });
  const attributesOf = (name: string) => trace.find((span) => span.name === name)?.attributes;
  expect(attributesOf('POST /v1/pins')).toEqual({
    'http.request.method': 'POST',
    'http.route': '/v1/pins',
    'http.response.status_code': 201,
  });
  expect(trace.find(isPublishing)?.attributes).toEqual({ outcome: 'published' });
  expect(attributesOf('deliver webhook')).toEqual({ attempt: 1, 'http.response.status_code': 204 });
  expect(webhook.secret).toEqual(expect.any(String));
  const sent = collector.texts.join('\n');
  expect(sent).not.toContain('canary');
  for (const secret of [webhook.secret, ...Object.values(ann.key)]) expect(sent).not.toContain(String(secret));
});

it('a collector that hangs holds up no pin, and each process says so once at most', async () => {
  collector.state.hangs = true;
  const before = collector.state.exports;
  const pin = await ann.post('/v1/pins', ann.draft({ image_url: 'https://images.example.com/door.jpg' }));
  await delivered(pin.body.id);
  // Each request has a span, so that there is always something to export.
  await eventually('more than one export', async () => {
    await service.call('GET', '/v1/pins?limit=1', undefined, ann.key);
    return collector.state.exports > before + 3 || undefined;
  });
  // Four hosts run in this process.
  expect(service.log.filter((line) => line.includes('spans cannot be exported')).length).toBeLessThanOrEqual(4);
  collector.state.hangs = false;
});
