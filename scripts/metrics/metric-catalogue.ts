import {
  bulkLagSeconds,
  bulkWaiting,
  httpRequestDuration,
  pinAnswersTotal,
  requestLogDropped,
  serviceBuildInfo,
  toolCallsTotal,
} from '@pps/runtime';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { measuredMetrics } from '../../apps/api/metrics/measured-metrics';
import { readAlertRules, selectorsOf } from './alert-rules';

export interface CataloguedMetric {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
  readonly help: string;
  /** What of the product it guards; null for what says how the process is. */
  readonly promise: string | null;
  /** Names of the rules that read it. */
  readonly alerts: readonly string[];
}

/** Every metric of an API process: what it measures of the installation, its requests, then the process itself. */
export function metricCatalogue(): CataloguedMetric[] {
  const alertsOf = alertsByMetric();
  const measured = measuredMetrics
    .flatMap(({ gauges }) => Object.entries(gauges))
    .map(([name, { help, promise, labels = [] }]) => ({ name, type: 'gauge', labels, help, promise, alerts: alertsOf(name) }));
  const ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  const process = ofProcess.getMetricsAsArray().map((metric) => ({ ...described(metric), promise: null }));
  const requests = { ...described(httpRequestDuration), promise: 'Requests are answered, and soon.' };
  return [
    ...measured,
    { ...requests, alerts: alertsOf(requests.name) },
    { ...described(serviceBuildInfo), promise: null, alerts: [] },
    { ...described(pinAnswersTotal), promise: null, alerts: [] },
    { ...described(requestLogDropped), promise: null, alerts: [] },
    { ...described(toolCallsTotal), promise: null, alerts: [] },
    { ...described(bulkWaiting), promise: null, alerts: [] },
    { ...described(bulkLagSeconds), promise: null, alerts: [] },
    ...process.map((each) => ({ ...each, alerts: alertsOf(each.name) })),
  ];
}

/** The names under which Prometheus stores a metric: a histogram's and a summary's parts have a suffix. */
export const storedNames = ({ name, type }: Pick<CataloguedMetric, 'name' | 'type'>): string[] =>
  type === 'histogram' || type === 'summary' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name];

/** A metric as it is; the declarations of prom-client lack these fields, and it has no other way to ask for them without measuring. */
interface MetricFields {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
}

function described(metric: object): Pick<CataloguedMetric, 'name' | 'type' | 'labels' | 'help'> {
  const { name, help, labelNames } = metric as MetricFields;
  return { name, help, labels: labelNames, type: metric.constructor.name.toLowerCase() };
}

function alertsByMetric(): (name: string) => readonly string[] {
  const read = readAlertRules().map(({ alert, expr }) => ({ alert, metrics: new Set(selectorsOf(expr).map(({ metric }) => metric)) }));
  return (name) => {
    const stored = ['gauge', 'histogram'].flatMap((type) => storedNames({ name, type }));
    return read.filter(({ metrics }) => stored.some((each) => metrics.has(each))).map(({ alert }) => alert);
  };
}
