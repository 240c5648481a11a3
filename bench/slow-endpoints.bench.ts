import { mapLimited, pause } from '@pps/concurrency';
import { CommandRunner, openEventStore, StreamStateCache } from '@pps/event-store';
import { caller } from '../test/setup/caller';
import { openTenants } from './open-tenants';
import { median, percentile } from './percentile';
import { startRecordingSink } from './recording-sink';
import { awaitArrivals, requestDeliveries, subscribeAll, type Endpoint } from './request-deliveries';
import { serviceUnderLoad } from './service-under-load';

// From the outbox's fact to its arrival at endpoints that answer at once, while others take 14 s or hang, by turns with turns in which those get nothing.

const scenarios = [
  { slow: 1, fast: 50, takesMs: 14_000 },
  { slow: 64, fast: 936, takesMs: 60_000 },
];
const tenantCount = 20;
const rounds = Number(process.env['ROUNDS'] ?? 2);
const secondsOfTurn = Number(process.env['SECONDS'] ?? 8);
const eventsPerSecond = 25;
const quietMs = 40_000;

export async function run(): Promise<void> {
  const service = await serviceUnderLoad({ PACING_GLOBAL: '1/1' });
  const store = openEventStore(service.eventStoreUrl);
  const runner = new CommandRunner(store, new StreamStateCache());
  try {
    const tenants = await openTenants(service.service.apiPort, tenantCount);
    for (const { slow, fast, takesMs } of scenarios) {
      const sink = await startRecordingSink(takesMs);
      const subscribe = (count: number, path: string) =>
        subscribeAll(
          service.service.apiPort,
          tenants,
          Array.from({ length: count }, (_, n) => `${sink.origin}/${path}/${n}`),
          'schedule.canceled',
        );
      const [answering, hanging] = [await subscribe(fast, 'fast'), await subscribe(slow, 'hanging')];
      const call = caller(service.service.apiPort);
      const enable = (isEnabled: boolean) =>
        mapLimited(8, hanging, async ({ webhookId, headers }) => {
          const { status } = await call('PATCH', `/v1/webhooks/${webhookId}`, { is_enabled: isEnabled }, headers);
          if (status !== 200) throw new Error(`a change was answered ${status}`);
        });
      await enable(false);
      await turn(runner, answering, sink.arrivals);
      const [quiet, beside]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        quiet.push(...(await turn(runner, answering, sink.arrivals)));
        await mapLimited(8, hanging, (endpoint) => requestDeliveries(runner, endpoint, 3));
        await enable(true);
        await until(() => sink.hanging() > 0);
        beside.push(...(await turn(runner, answering, sink.arrivals)));
        // What hangs would be tried again in the next turn, which is to be quiet.
        await enable(false);
        await until(() => sink.hanging() === 0);
      }
      const p99 = [quiet, beside].map((times) => percentile(times, 99)) as [number, number];
      console.table([
        { meanwhile: `nothing else, ${fast} endpoints`, ...figures(quiet) },
        {
          meanwhile: `${slow} more take ${takesMs / 1_000} s`,
          ...figures(beside),
          'p99 against quiet': `${Math.round((p99[1] / p99[0] - 1) * 100)} %`,
        },
      ]);
      sink.stop();
    }
  } catch (error) {
    for (const line of service.service.lastWords().slice(-20)) console.error(line);
    throw error;
  } finally {
    await store.close();
    await service.stop();
  }
}

async function until(isSo: () => boolean): Promise<void> {
  for (const begun = performance.now(); !isSo(); await pause(100)) {
    if (performance.now() - begun > quietMs) throw new Error(`the endpoints were not as expected for ${quietMs / 1_000} s`);
  }
}

const figures = (times: readonly number[]) => ({
  'p50 ms': Math.round(median(times)),
  'p99 ms': Math.round(percentile(times, 99)),
  events: times.length,
});

/** Milliseconds from each append until its event arrived, at a steady rate, the endpoints in turn. */
async function turn(
  runner: CommandRunner,
  endpoints: readonly Endpoint[],
  arrivals: Awaited<ReturnType<typeof startRecordingSink>>['arrivals'],
): Promise<number[]> {
  const begun = performance.now();
  const appended = await Promise.all(
    Array.from({ length: eventsPerSecond * secondsOfTurn }, async (_, n) => {
      await pause(begun + (n * 1_000) / eventsPerSecond - performance.now());
      const [id = ''] = await requestDeliveries(runner, endpoints[n % endpoints.length] as Endpoint, 1);
      return { id, at: performance.now() };
    }),
  );
  await awaitArrivals(
    arrivals,
    appended.map(({ id }) => id),
    quietMs,
  );
  return appended.map(({ id, at }) => Math.max(0, (arrivals.get(id)?.at ?? NaN) - at));
}
