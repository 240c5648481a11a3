import { mapLimited, pause } from '@pps/concurrency';
import { Streams, openEventStore, StreamStateCache, type Origin } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { pinStream, type PinFact } from '@pps/pins/events';
import { pinQueued } from '@pps/pins/testing';
import { deliveryStream, type DeliveryFact } from '@pps/webhooks/events';
import { Pool } from 'undici';
import { cpuTime } from './cpu-time';
import { openTenants, type OpenTenant } from './open-tenants';
import { median, percentile } from './percentile';
import { startRecordingSink } from './recording-sink';
import { awaitArrivals, benchOrigin, requestDeliveries, subscribeAll, type Endpoint } from './request-deliveries';
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
