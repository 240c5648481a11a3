import { at, isMap, listAt, nameOf, podMakers, selects, textAt, type Labels, type Manifest, type PodMaker } from './manifest';

/** What is made outside of the manifests. */
export interface Outside {
  /** The keys of the Secret `pins`. */
  readonly secretKeys: readonly string[];
}

const selectorsOf: Readonly<Record<string, string>> = {
  PodDisruptionBudget: 'spec.selector',
  PodMonitor: 'spec.selector',
  NetworkPolicy: 'spec.podSelector',
};

/** Faults of reference: what names something that is not there, and selects nothing. */
export function judgeReferences(manifests: readonly Manifest[], outside: Outside): string[] {
  const makers = podMakers(manifests);
  return [
    ...makers.flatMap((maker) => faultsOfPod(maker, manifests, outside).map((fault) => `${nameOf(maker.manifest)}: ${fault}`)),
    ...manifests.flatMap((manifest) => faultsOfObject(manifest, makers).map((fault) => `${nameOf(manifest)}: ${fault}`)),
    ...unusedKeys(makers, outside),
  ];
}

function faultsOfPod({ manifest, labels, pod, container }: PodMaker, manifests: readonly Manifest[], { secretKeys }: Outside): string[] {
  const faults: string[] = [];
  const volumes = listAt(pod, 'volumes');
  const names = volumes.map((volume) => textAt(volume, 'name'));
  const mounts = listAt(container, 'volumeMounts');
  if (listAt(pod, 'containers').length !== 1) faults.push('has not one container');
  if (manifest.kind === 'Deployment' && !selects(at(manifest, 'spec.selector'), labels)) faults.push('selects pods other than its own');
  for (const mount of mounts)
    if (!names.includes(textAt(mount, 'name'))) faults.push(`mounts ${textAt(mount, 'name')}, which is no volume`);
  for (const name of names)
    if (!mounts.some((mount) => textAt(mount, 'name') === name)) faults.push(`the volume ${name} is mounted nowhere`);
  const configMaps = [
    ...listAt(container, 'envFrom').map((source) => ({ name: textAt(source, 'configMapRef.name'), isOptional: false })),
    ...volumes
      .filter((volume) => at(volume, 'configMap'))
      .map((volume) => ({
        name: textAt(volume, 'configMap.name'),
        isOptional: at(volume, 'configMap.optional') === true,
      })),
  ];
  for (const { name, isOptional } of configMaps)
    if (!isOptional && !has(manifests, 'ConfigMap', name)) faults.push(`there is no ConfigMap ${name}`);
  for (const volume of volumes.filter((each) => at(each, 'secret'))) {
    if (textAt(volume, 'secret.secretName') !== 'pins') faults.push(`there is no Secret ${textAt(volume, 'secret.secretName')}`);
    for (const item of listAt(volume, 'secret.items')) {
      const key = textAt(item, 'key');
      if (!secretKeys.includes(key)) faults.push(`the Secret has no key ${key}`);
      if (textAt(item, 'path') !== key) faults.push(`the key ${key} lies under another name`);
    }
  }
  const account = textAt(pod, 'serviceAccountName');
  if (!has(manifests, 'ServiceAccount', account)) faults.push(`there is no ServiceAccount ${account}`);
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
    const port = at(container, `${probe}.httpGet.port`);
    if (port !== undefined && !portNames(container).includes(String(port)))
      faults.push(`${probe} asks at ${String(port)}, which is no port of it`);
  }
  for (const rule of listAt(pod, 'topologySpreadConstraints'))
    if (!selects(at(rule, 'labelSelector'), labels)) faults.push(`spreads pods other than its own over ${textAt(rule, 'topologyKey')}`);
  return faults;
}

function faultsOfObject(manifest: Manifest, makers: readonly PodMaker[]): string[] {
  const selector = selectorsOf[manifest.kind];
  if (selector !== undefined) return faultsOfSelector(manifest, at(manifest, selector), makers);
  if (manifest.kind === 'Service') {
    const labels = (at(manifest, 'spec.selector') ?? {}) as Labels;
    const selected = makers.filter((maker) => Object.keys(labels).length > 0 && selects({ matchLabels: labels }, maker.labels));
    if (selected.length !== 1) return [`leads to pods of ${selected.length} makers`];
    const ports = portNames(selected[0]?.container);
    const wrong = listAt(manifest, 'spec.ports').filter((port) => !ports.includes(String(at(port, 'targetPort'))));
    return wrong.map((port) => `leads to the port ${String(at(port, 'targetPort'))}, which its pods have not`);
  }
  if (manifest.kind === 'HorizontalPodAutoscaler') {
    const target = at(manifest, 'spec.scaleTargetRef');
    const found = makers.some(
      ({ manifest: maker }) =>
        maker.kind === textAt(target, 'kind') &&
        maker.apiVersion === textAt(target, 'apiVersion') &&
        maker.metadata.name === textAt(target, 'name'),
    );
    return found ? [] : [`there is no ${textAt(target, 'kind')} ${textAt(target, 'name')} of ${textAt(target, 'apiVersion')} to scale`];
  }
  return [];
}

function faultsOfSelector(manifest: Manifest, selector: unknown, makers: readonly PodMaker[]): string[] {
  const selected = makers.filter(({ labels }) => selects(selector, labels));
  if (selected.length === 0) return ['selects no pod'];
  if (manifest.kind !== 'NetworkPolicy' && selected.length > 1) return ['selects pods of more than one maker'];
  const open = [...listAt(manifest, 'spec.ingress'), ...listAt(manifest, 'spec.podMetricsEndpoints')];
  const ports = open.flatMap((rule) => [at(rule, 'port'), ...listAt(rule, 'ports').map((port) => at(port, 'port'))]);
  return ports
    .filter((port) => typeof port === 'string' && !selected.every(({ container }) => portNames(container).includes(port)))
    .map((port) => `names the port ${String(port)}, which its pods have not`);
}

const has = (manifests: readonly Manifest[], kind: string, name: string): boolean =>
  manifests.some((manifest) => manifest.kind === kind && manifest.metadata.name === name);

const portNames = (container: unknown): string[] =>
  listAt(container, 'ports')
    .filter(isMap)
    .map((port) => String(port['name']));

function unusedKeys(makers: readonly PodMaker[], { secretKeys }: Outside): string[] {
  const used = new Set(
    makers.flatMap(({ pod }) =>
      listAt(pod, 'volumes').flatMap((volume) => listAt(volume, 'secret.items').map((item) => textAt(item, 'key'))),
    ),
  );
  return secretKeys.filter((key) => !used.has(key)).map((key) => `Secret/pins: nobody is given ${key}`);
}
