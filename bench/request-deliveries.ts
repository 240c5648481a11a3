import { mapLimited, pause } from '@pps/concurrency';
import type { Streams, Origin } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { outboxStream, type WebhookDeliveryRequested } from '@pps/webhooks/events';
import { caller } from '../test/setup/caller';
import type { Tenant } from './tenant';

export interface Endpoint {
  readonly webhookId: string;
  readonly projectId: string;
  /** Of its owner's calls. */
  readonly headers: Tenant['headers'];
}

/** Webhooks of the tenants in turn, one for each URL. */
export function subscribeAll(apiPort: number, tenants: readonly Tenant[], urls: readonly string[], event: string): Promise<Endpoint[]> {
  const call = caller(apiPort);
  return mapLimited(4, urls, async (url) => {
    const { headers } = tenants[urls.indexOf(url) % tenants.length] as Tenant;
    const { status, body } = await call('POST', '/v1/webhooks', { url, events: [event] }, headers);
    if (status !== 201) throw new Error(`a webhook was answered ${status}: ${JSON.stringify(body)}`);
    return { webhookId: body.id as string, projectId: body.workspace_id as string, headers };
  });
}

export const benchOrigin = (projectId: string): Origin => ({
  projectId,
  epoch: 0,
  actor: { type: 'system' },
  occurredAt: new Date().toISOString(),
});

/** Appends what the outbox appends for so many events of a webhook, as one append; answers the ids of the events. */
export async function requestDeliveries(streams: Streams, { webhookId, projectId }: Endpoint, count: number): Promise<string[]> {
  const origin = benchOrigin(projectId);
  const facts = Array.from({ length: count }, (): WebhookDeliveryRequested => {
    const data = { pin_id: newId(), status: 'queued', account_id: newId(), board_id: '549755885175', title: 'A blue door in Lisbon' };
    const ids = { webhookId, deliveryId: newId(), eventId: `evt_${newId()}` };
    return {
      type: 'WebhookDeliveryRequested',
      data: { ...ids, event: 'pin.queued', occurredAt: origin.occurredAt, data, causePosition: '1' },
    };
  });
  await streams.decide(outboxStream, webhookId, origin, () => facts);
  return facts.map(({ data }) => data.eventId);
}

/** Waits until all have arrived. Throws when none of them has arrived for so many milliseconds, and says how many are missing. */
export async function awaitArrivals(arrivals: ReadonlyMap<string, unknown>, ids: readonly string[], quietMs: number): Promise<void> {
  let missing = ids;
  for (let movedAt = performance.now(); missing.length > 0;) {
    await pause(20);
    const left = missing.filter((id) => !arrivals.has(id));
    if (left.length < missing.length) movedAt = performance.now();
    else if (performance.now() - movedAt > quietMs) {
      throw new Error(`${left.length} of ${ids.length} did not arrive, and none for ${quietMs / 1_000} s`);
    }
    missing = left;
  }
}
