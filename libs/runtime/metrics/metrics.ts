import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { releaseVersion } from '../release-version';

/** All metrics of this process. */
export const metricsRegistry = new Registry();

let processMetrics = false;

/**
 * Between two looks at the event loop. By default it is 10 ms, and an idle process is woken a hundred times a second to be measured. The
 * metrics count it: `EventLoopBlocked` and its panel take 0.5 s off.
 */
const eventLoopEveryMs = 500;

/** Adds memory, event loop and garbage collection of this process, once. */
export function collectProcessMetrics(): void {
  if (processMetrics) return;
  processMetrics = true;
  collectDefaultMetrics({ register: metricsRegistry, eventLoopMonitoringPrecision: eventLoopEveryMs });
}

/** A gauge of this process, the same one for the same name. */
export function gauge<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Gauge<L> {
  const known = metricsRegistry.getSingleMetric(name);
  return known instanceof Gauge ? known : new Gauge<L>({ name, help, labelNames, registers: [metricsRegistry] });
}

/** A histogram of this process, the same one for the same name; `buckets` in the unit that the name ends with. */
export function histogram<L extends string>(
  name: string,
  help: string,
  labelNames: readonly L[],
  buckets: readonly number[],
): Histogram<L> {
  const known = metricsRegistry.getSingleMetric(name);
  return known instanceof Histogram
    ? known
    : new Histogram<L>({ name, help, labelNames, buckets: [...buckets], registers: [metricsRegistry] });
}

/** A counter of this process, the same one for the same name. */
export function counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
  const known = metricsRegistry.getSingleMetric(name);
  return known instanceof Counter ? known : new Counter<L>({ name, help, labelNames, registers: [metricsRegistry] });
}

const measurements = new Map<string, () => Promise<void>>();

/** Runs `measure` each time the metrics are read; a later one of the same name replaces it. It must end within bounded time and not throw. */
export function measureOnDemand(name: string, measure: () => Promise<void>): void {
  measurements.set(name, measure);
}

/** All metrics, measured now, in the text format of Prometheus. */
export async function metricsText(): Promise<string> {
  await Promise.all([...measurements.values()].map((measure) => measure()));
  return metricsRegistry.metrics();
}

export const httpRequestDuration = histogram(
  'http_request_duration_seconds',
  'Time from request to answer, by route pattern.',
  ['method', 'route', 'status'],
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
);

export const bulkWaiting = gauge(
  'bulk_waiting',
  'Batches, bulk changes, portions of imports and of bursts of schedules that wait in this process until the read models follow.',
);

export const bulkLagSeconds = gauge(
  'bulk_lag_seconds',
  'How far behind the slowest read model is that bulk work of this process waits for; 0 where it has passed all that this process has seen.',
);

export const serviceBuildInfo = gauge('service_build_info', 'The release of the process that was asked; always 1.', ['version']);

serviceBuildInfo.set({ version: releaseVersion }, 1);

export const pinAnswersTotal = counter(
  'pin_answers_total',
  'Answers to reads of one pin and of pages of pins, by whether they came from the cache or from the database.',
  ['source'],
);

export const requestLogDropped = counter(
  'request_log_dropped_total',
  'Requests that cannot be looked up: of too many at once (`no_room`), or because the database did not take them (`not_written`).',
  ['reason'],
);

export const toolCallsTotal = counter(
  'tool_calls_total',
  'Calls of tools by assistants: whose credential it is (a program that the operator `named`, that has a `document` at a host, or `registered` itself; a `key`, a `session`), the mode of its grant, and what came of it (`done`, `proposed`, `asked`, `refused`, `failed`).',
  ['client', 'mode', 'outcome'],
);
