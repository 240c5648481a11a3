import { newId } from '@pps/kernel';
import { deliveryStream, outboxStream, type WebhookDeliveryExhausted, type WebhookDeliveryRequested } from '@pps/webhooks/events';
import type { Call } from '../setup/caller';
import { newSession, type Headers } from '../setup/platform-user';
import { startService, type RunningService } from '../setup/running-service';

let service: RunningService;
let call: Call;
let session: Headers;

beforeAll(async () => {
  service = await startService({ WEBHOOK_TARGETS: 'any' });
  call = service.call;
  session = await newSession(call);
});
afterAll(() => service.stop());

test('deliveries are found by their state, event, pin and time', async () => {
  const { body: webhook } = await call('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['*'] }, session);
  const { id } = webhook;
  const { body: me } = await call('GET', '/v1/auth/me', undefined, session);
  const [projectId, organizationId] = [me.active_project.id, me.organization.id];
  const origin = { organizationId, projectId, epoch: 0, actor: { type: 'system' }, occurredAt: new Date().toISOString() } as const;
  const [pinId, event] = [newId(), 'pin.failed'];
  const request = (n: number, data: object): WebhookDeliveryRequested => ({
    type: 'WebhookDeliveryRequested',
    data: {
      webhookId: id,
      deliveryId: newId(),
      eventId: `evt_${n}`,
      event,
      occurredAt: origin.occurredAt,
      data: { ...data },
      causePosition: '1',
    },
  });
  const requests = [request(1, { pin_id: pinId }), request(2, { pin_id: newId() })];
  await service.parts.streams.decide(outboxStream, id, origin, () => requests);
  const exhausted: WebhookDeliveryExhausted = { type: 'WebhookDeliveryExhausted', data: { at: origin.occurredAt } };
  const [ofPin, other] = requests.map(({ data }) => data.deliveryId) as [string, string];
  await service.parts.streams.decide(deliveryStream, other, origin, () => [exhausted]);
  const sentTest = (await call('POST', `/v1/webhooks/${id}/test`, undefined, session)).body.delivery_id;
  const found = async (query: string) => {
    const { status, body } = await call('GET', `/v1/webhooks/${id}/deliveries${query}`, undefined, session);
    return status === 200
      ? body.items.map((item: { id: string }) => item.id)
      : body.error.errors.map((error: { loc: unknown }) => error.loc);
  };
  expect(await found('?status=exhausted')).toEqual([other]);
  expect(await found('?status=pending')).toEqual([sentTest, ofPin]);
  expect(await found('?status=pending&limit=1&event=pin.failed')).toEqual([ofPin]);
  expect(await found('?event=webhook.test')).toEqual([sentTest]);
  expect(await found(`?pin_id=${pinId.toUpperCase()}`)).toEqual([ofPin]);
  expect(await found(`?pin_id=${newId()}`)).toEqual([]);
  const past = '2026-01-01T00:00:00%2B01:00';
  expect([await found(`?until=${past}`), (await found(`?since=${past}`)).length]).toEqual([[], 3]);
  await call('PATCH', `/v1/webhooks/${id}`, { is_enabled: false }, session);
  expect([await found('?status=held'), await found('?status=pending')]).toEqual([[sentTest, ofPin], []]);
  for (const field of ['status=lost', 'event=pin.*', 'pin_id=1', 'since=yesterday', 'until=2026-02-30T00:00:00Z'])
    expect(await found(`?${field}`)).toEqual([['query', field.split('=')[0]]]);
});
