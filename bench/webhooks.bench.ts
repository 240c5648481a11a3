import { mapLimited, pause } from '@pps/concurrency';
import { Streams, openEventStore, StreamStateCache, type Origin } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { pinStream, type PinFact } from '@pps/pins/events';
import { pinQueued } from '@pps/pins/testing';
import { deliveryStream, outboxStream, type DeliveryFact, type WebhookDeliveryRequested } from '@pps/webhooks/events';
import { Pool } from 'undici';
import { caller } from '../test/setup/caller';
import { cpuTime } from './cpu-time';
import { openTenants, type OpenTenant, type Tenant } from './tenant';
import { median, percentile } from './open-load';
import { startRecordingSink } from './recording-sink';
import { serviceUnderLoad } from './service-under-load';

// Deliveries per second to a local sink, beside undici posting the same bodies, alone and with the two facts of each; then from a pin's fact to its
// arrival, through outbox, projection, dispatcher and worker.

const deliveries = Number(process.env['DELIVERIES'] ?? 3_200);
const seconds = Number(process.env['SECONDS'] ?? 10);
const endpoints = 32;
const openAtOnce = 64;
const rates = (process.env['RATES'] ?? '50,200').split(',').map(Number);
const quietMs = 40_000;
const tenantCount = 8;

interface Endpoint {
  readonly webhookId: string;
  readonly projectId: string;
  /** Of its owner's calls. */
  readonly headers: Tenant['headers'];
}

export async function run(): Promise<void> {
  const sink = await startRecordingSink();
  const { NODE_OPTIONS } = process.env;
  const service = await serviceUnderLoad({ PACING_GLOBAL: '1/1', ...(NODE_OPTIONS ? { NODE_OPTIONS } : {}) });
  const store = openEventStore(service.eventStoreUrl);
  const streams = new Streams(store, new StreamStateCache());
  try {
    const tenants = await openTenants(service.service.apiPort, tenantCount);
    const urls = Array.from({ length: endpoints }, (_, n) => `${sink.origin}/${n}`);
    const many = await subscribeAll(service.service.apiPort, tenants, urls, 'schedule.canceled');
    const toldUrls = tenants.map((_, n) => `${sink.origin}/told/${n}`);
    const told = await subscribeAll(service.service.apiPort, tenants, toldUrls, 'pin.queued');
    const toldTenants = told.map((endpoint, n): ToldTenant => ({ ...(tenants[n] as OpenTenant), ...endpoint }));
    await deliver(streams, many, endpoints * 4, sink.arrivals);
    const cpuBefore = cpuTime(service);
    const delivered = await deliver(streams, many, deliveries, sink.arrivals);
    const cpu = [...cpuTime(service)].map(([name, ms]) => [name, (ms - (cpuBefore.get(name) ?? 0)) / delivered.ids.length] as const);
    const toOne = await deliver(streams, many.slice(0, 1), deliveries / 8, sink.arrivals);
    const bodies = delivered.ids.map((id) => sink.arrivals.get(id)?.body ?? '');
    const posted = await post(sink.origin, bodies, async () => undefined);
    const recorded = await post(sink.origin, bodies, () => recordDelivery(streams, many[0] as Endpoint));
    console.table([
      { what: 'webhooks, signed and logged', 'a second': delivered.rate, 'of undici': percentOf(delivered.rate, posted) },
      { what: 'the same, to one endpoint', 'a second': toOne.rate, 'of undici': percentOf(toOne.rate, posted) },
      { what: `undici posts the same bodies, ${openAtOnce} at once`, 'a second': posted, 'of undici': '100 %' },
      { what: 'the same, with the two facts of each', 'a second': recorded, 'of undici': percentOf(recorded, posted) },
    ]);
    console.table(cpu.map(([process, ms]) => ({ process, 'CPU ms a delivery': Number(ms.toFixed(2)) })));
    for (const rate of rates) {
      const times = await latencies(streams, toldTenants, rate, sink.arrivals);
      console.table([
        { 'events/s': rate, 'p50 ms': Math.round(median(times)), 'p99 ms': Math.round(percentile(times, 99)), events: times.length },
      ]);
    }
  } catch (error) {
    for (const line of service.service.lastWords().slice(-20)) console.error(line);
    throw error;
  } finally {
    await store.close();
    await service.stop();
    sink.stop();
  }
}

const percentOf = (rate: number, whole: number): string => `${Math.round((rate / whole) * 100)} %`;

type Arrivals = Awaited<ReturnType<typeof startRecordingSink>>['arrivals'];

async function deliver(streams: Streams, to: readonly Endpoint[], count: number, arrivals: Arrivals) {
  const ids = (await mapLimited(8, to, (endpoint) => requestDeliveries(streams, endpoint, Math.ceil(count / to.length)))).flat();
  await awaitArrivals(arrivals, ids, quietMs);
  const times = ids.map((id) => arrivals.get(id)?.at ?? NaN).sort((a, b) => a - b);
  const tookMs = (times.at(-1) ?? NaN) - (times[0] ?? NaN);
  return { ids, rate: Math.round(((ids.length - 1) / tookMs) * 1_000) };
}

async function post(origin: string, bodies: readonly string[], afterEach: () => Promise<unknown>): Promise<number> {
  const pool = new Pool(origin, { connections: openAtOnce });
  const begun = performance.now();
  await mapLimited(openAtOnce, bodies, async (body) => {
    const response = await pool.request({ method: 'POST', path: '/beside', body, headers: { 'content-type': 'application/json' } });
    await response.body.dump();
    await afterEach();
  });
  const rate = Math.round((bodies.length / (performance.now() - begun)) * 1_000);
  await pool.close();
  return rate;
}

async function recordDelivery(streams: Streams, { webhookId, projectId }: Endpoint): Promise<void> {
  const at = new Date().toISOString();
  const facts: DeliveryFact[] = [
    { type: 'WebhookDeliveryAttempted', data: { webhookId, n: 1, startedAt: at, durationMs: 1, statusCode: 204, trigger: 'auto' } },
    { type: 'WebhookDelivered', data: { at } },
  ];
  await streams.decide(deliveryStream, newId(), benchOrigin(projectId), () => facts);
}

interface ToldTenant extends OpenTenant, Endpoint {}

/** From the acknowledged append of a pin's first fact until its event arrived, in milliseconds, at a steady rate, the tenants in turn. */
async function latencies(streams: Streams, tenants: readonly ToldTenant[], rate: number, arrivals: Arrivals): Promise<number[]> {
  const begun = performance.now();
  const appended = await Promise.all(
    Array.from({ length: rate * seconds }, async (_, n) => {
      await pause(begun + (n * 1_000) / rate - performance.now());
      const pinId = newId();
      await streams.decide(pinStream, pinId, ...queuedPin(pinId, tenants[n % tenants.length] as ToldTenant));
      return { pinId, at: performance.now() };
    }),
  );
  const pinIds = appended.map(({ pinId }) => pinId);
  await awaitArrivals(arrivals, pinIds, quietMs);
  return appended.map(({ pinId, at }) => Math.max(0, (arrivals.get(pinId)?.at ?? NaN) - at));
}

/** The organization is a real one: what people wrote is told as null to one without a key. */
function queuedPin(pinId: string, { projectId, organizationId, accountId, boardId }: ToldTenant): [Origin, () => PinFact[]] {
  const owner = { projectId, organizationId, epoch: 0 };
  return [{ ...benchOrigin(projectId), organizationId }, () => [pinQueued({ pinId, ...owner, accountId, boardId })]];
}

/** Webhooks of the tenants in turn, one for each URL. */
function subscribeAll(apiPort: number, tenants: readonly Tenant[], urls: readonly string[], event: string): Promise<Endpoint[]> {
  const call = caller(apiPort);
  return mapLimited(4, urls, async (url) => {
    const { headers } = tenants[urls.indexOf(url) % tenants.length] as Tenant;
    const { status, body } = await call('POST', '/v1/webhooks', { url, events: [event] }, headers);
    if (status !== 201) throw new Error(`a webhook was answered ${status}: ${JSON.stringify(body)}`);
    return { webhookId: body.id as string, projectId: body.workspace_id as string, headers };
  });
}

const benchOrigin = (projectId: string): Origin => ({
  projectId,
  epoch: 0,
  actor: { type: 'system' },
  occurredAt: new Date().toISOString(),
});

/** Appends what the outbox appends for so many events of a webhook, as one append; answers the ids of the events. */
async function requestDeliveries(streams: Streams, { webhookId, projectId }: Endpoint, count: number): Promise<string[]> {
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
async function awaitArrivals(arrivals: ReadonlyMap<string, unknown>, ids: readonly string[], quietMs: number): Promise<void> {
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
