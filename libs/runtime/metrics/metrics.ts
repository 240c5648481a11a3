import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** All metrics of this process. */
export const metricsRegistry = new Registry();

let processMetrics = false;

/** Adds memory, event loop and garbage collection of this process, once. */
export function collectProcessMetrics(): void {
  if (processMetrics) return;
  processMetrics = true;
  collectDefaultMetrics({ register: metricsRegistry });
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
