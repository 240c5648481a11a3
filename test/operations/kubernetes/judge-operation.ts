import { parse } from 'yaml';
import { at, isMap, listAt, nameOf, numberAt, podMakers, selects, textAt, type Labels, type Manifest } from './manifest';

export interface Measured {
  /** docs/metrics.md, which is written from the code. */
  readonly metricsPage: string;
  /** What hands metrics on to the autoscaler. */
  readonly adapter: string;
}

/** Faults of operation: rollouts, spread, disruption budgets, autoscaling. */
export function judgeOperation(manifests: readonly Manifest[], measured: Measured): string[] {
  return [...deploymentFaults(manifests), ...budgetFaults(manifests), ...scalingFaults(manifests, measured)];
}

const ofKind = (manifests: readonly Manifest[], kind: string): Manifest[] => manifests.filter((manifest) => manifest.kind === kind);

function deploymentFaults(manifests: readonly Manifest[]): string[] {
  const scaled = ofKind(manifests, 'HorizontalPodAutoscaler').map((scaler) => textAt(scaler, 'spec.scaleTargetRef.name'));
  const budgeted = ofKind(manifests, 'PodDisruptionBudget');
  return podMakers(manifests)
    .filter(({ manifest }) => manifest.kind === 'Deployment')
    .flatMap(({ manifest, labels, pod }) => {
      const replicas = at(manifest, 'spec.replicas');
      const isScaled = scaled.includes(manifest.metadata.name);
      const keys = listAt(pod, 'topologySpreadConstraints').map(
        (rule) => `${textAt(rule, 'topologyKey')} ${textAt(rule, 'whenUnsatisfiable')}`,
      );
      const strategy = at(manifest, 'spec.strategy.rollingUpdate');
      const faults = [
        ...(isScaled && replicas !== undefined ? ['replicas stand beside an autoscaler'] : []),
        ...(!isScaled && replicas === undefined ? ['nothing says how many there are'] : []),
        ...(replicas === 0 ? ['there is none of it'] : []),
        ...(budgeted.some((budget) => selects(at(budget, 'spec.selector'), labels)) ? [] : ['has no disruption budget']),
        ...['topology.kubernetes.io/zone ScheduleAnyway', 'kubernetes.io/hostname ScheduleAnyway']
          .filter((key) => !keys.includes(key))
          .map((key) => `is not spread by ${key}`),
        ...(numberAt(strategy, 'maxUnavailable') === 0 && (numberAt(strategy, 'maxSurge') ?? 0) > 0
          ? []
          : ['a rollout takes one away before another is there']),
        ...((numberAt(manifest, 'spec.progressDeadlineSeconds') ?? 600) > 900
          ? []
          : ['a rollout counts as failed before a start may take its time']),
      ];
      return faults.map((fault) => `${nameOf(manifest)}: ${fault}`);
    });
}

function budgetFaults(manifests: readonly Manifest[]): string[] {
  return ofKind(manifests, 'PodDisruptionBudget').flatMap((budget) => [
    ...((numberAt(budget, 'spec.maxUnavailable') ?? 0) >= 1 && at(budget, 'spec.minAvailable') === undefined
      ? []
      : [`${nameOf(budget)}: may hold a drain up`]),
    ...(textAt(budget, 'spec.unhealthyPodEvictionPolicy') === 'AlwaysAllow' ? [] : [`${nameOf(budget)}: broken pods hold a drain up`]),
  ]);
}

/** What each autoscaler may go by: what more of its host, and nothing else, makes smaller. */
const helps: Readonly<Record<string, readonly string[]>> = {
  worker: ['publish_grant_unclaimed_seconds', 'webhook_delivery_overdue_seconds'],
  orchestrator: ['log_reader_lag_seconds kind=process'],
  projector: ['log_reader_lag_seconds kind=projection', 'bulk_waiting'],
};

function scalingFaults(manifests: readonly Manifest[], { metricsPage, adapter }: Measured): string[] {
  const rows = metricsPage.matchAll(/^\| `(\w+)` \| \w+ \| ([^|]*) \|/gm);
  const known = new Map([...rows].map(([, name = '', labels = '']) => [name, [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label)]));
  const handedOn = listAt(parse(adapter), 'rules.external').map((rule) => textAt(rule, 'seriesQuery'));
  const scalers = ofKind(manifests, 'HorizontalPodAutoscaler');
  const wanted = scalers.flatMap((scaler) => listAt(scaler, 'spec.metrics').map((metric) => textAt(metric, 'external.metric.name')));
  const unwanted = scalers.length === 0 ? [] : handedOn.filter((name) => !wanted.includes(name));
  const faulty = scalers.flatMap((scaler) => {
    const least = numberAt(scaler, 'spec.minReplicas') ?? 1;
    const most = numberAt(scaler, 'spec.maxReplicas') ?? 0;
    const external = listAt(scaler, 'spec.metrics').filter((metric) => textAt(metric, 'type') === 'External');
    const faults = external.flatMap((metric) => {
      const name = textAt(metric, 'external.metric.name');
      const labels = Object.keys((at(metric, 'external.metric.selector.matchLabels') ?? {}) as Labels);
      return [
        ...(known.has(name) ? [] : [`the service has no metric ${name}`]),
        ...(isHelped(scaler, name, at(metric, 'external.metric.selector.matchLabels'))
          ? []
          : [`${name} is not what more of it makes smaller`]),
        ...(handedOn.includes(name) ? [] : [`the adapter hands ${name} on to nobody`]),
        ...labels.filter((label) => !known.get(name)?.includes(label)).map((label) => `${name} has no label ${label}`),
        ...(textAt(metric, 'external.target.type') === 'Value' && at(metric, 'external.target.value') !== undefined
          ? []
          : [`${name} is an age of all, no average`]),
      ];
    });
    const unlike = listAt(scaler, 'spec.metrics').filter((metric) => isMap(metric) && !(textAt(metric, 'type').toLowerCase() in metric));
    const all = [
      ...faults,
      ...unlike.map(() => 'a metric is described as another type'),
      ...(least >= 2 ? [] : ['one alone has nobody who takes over']),
      ...(most > least ? [] : ['can never grow']),
      ...((numberAt(scaler, 'spec.behavior.scaleDown.stabilizationWindowSeconds') ?? 300) >= 300
        ? []
        : ['shrinks at the first calm moment']),
    ];
    return all.map((fault) => `${nameOf(scaler)}: ${fault}`);
  });
  return [...faulty, ...unwanted.map((name) => `prometheus-adapter.yaml: ${name} is handed on and nobody asks for it`)];
}

function isHelped(scaler: Manifest, metric: string, labels: unknown): boolean {
  const kind = textAt(labels, 'kind');
  return helps[textAt(scaler, 'spec.scaleTargetRef.name')]?.includes(kind ? `${metric} kind=${kind}` : metric) ?? false;
}
