import { isIP } from 'node:net';
import { isMap, nameOf, type Manifest } from './manifest';

const wordsOf: Readonly<Record<string, readonly string[]>> = {
  imagePullPolicy: ['Always', 'IfNotPresent', 'Never'],
  restartPolicy: ['Always', 'OnFailure', 'Never'],
  whenUnsatisfiable: ['DoNotSchedule', 'ScheduleAnyway'],
  unhealthyPodEvictionPolicy: ['AlwaysAllow', 'IfHealthyBudget'],
  fsGroupChangePolicy: ['Always', 'OnRootMismatch'],
  protocol: ['TCP', 'UDP', 'SCTP'],
  operator: ['In', 'NotIn', 'Exists', 'DoesNotExist'],
  policyTypes: ['Ingress', 'Egress'],
};

/** `type` has other words at each place. */
const typesOf: Readonly<Record<string, readonly string[]>> = {
  strategy: ['RollingUpdate', 'Recreate'],
  seccompProfile: ['RuntimeDefault', 'Localhost'],
  spec: ['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'],
  metrics: ['External', 'Resource', 'Pods', 'Object', 'ContainerResource'],
  target: ['Utilization', 'Value', 'AverageValue'],
  policies: ['Pods', 'Percent'],
};

const quantity = /^(\d+)(\.\d+)?(m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei)?$/;
const label = /^([A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?)?$/;
const labelName = /^([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/;
const objectName = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const portName = /^(?=.*[a-z])(?!.*--)[a-z0-9]([a-z0-9-]{0,13}[a-z0-9])?$/;

/** Faults of words: what a server of Kubernetes refuses although its type is right. */
export function judgeWords(manifests: readonly Manifest[]): string[] {
  return manifests.flatMap((manifest) => {
    const found = objectName.test(manifest.metadata.name) ? [] : [`metadata.name is no name`];
    return [...found, ...faultsOf(manifest, '', '')].map((fault) => `${nameOf(manifest)}: ${fault}`);
  });
}

/** `field` is the name that a value stands under, that of its list for an entry; `above` the one that the map with that field stands under. */
function faultsOf(value: unknown, field: string, above: string): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => faultsOf(entry, field, above));
  if (isMap(value))
    return [...faultsOfMap(value, field), ...Object.entries(value).flatMap(([name, entry]) => faultsOf(entry, name, field))];
  const allowed = field === 'type' ? typesOf[above] : wordsOf[field];
  if (allowed && typeof value === 'string' && !allowed.includes(value)) return [`${field} is ${value}, none of ${allowed.join(', ')}`];
  if (
    (above === 'requests' || above === 'limits' || field === 'sizeLimit' || (above === 'target' && field === 'value')) &&
    !isQuantity(value)
  )
    return [`${above}.${field} is no quantity: ${String(value)}`];
  if ((field === 'cidr' || field === 'except') && !isNetwork(value)) return [`${field} is no network: ${String(value)}`];
  if (isPortField(field, above) && !isPort(value)) return [`${above}.${field} is no port: ${String(value)}`];
  if (field === 'apiVersion' || typeof value !== 'number') return [];
  return Number.isInteger(value) && value >= 0 ? [] : [`${field} is no whole number`];
}

function faultsOfMap(value: Record<string, unknown>, field: string): string[] {
  if (field !== 'labels' && field !== 'matchLabels') return [];
  return Object.entries(value)
    .filter(([name, text]) => !labelName.test(name) || !label.test(String(text)))
    .map(([name]) => `${field} ${name} cannot be a label`);
}

const isQuantity = (value: unknown): boolean => quantity.test(String(value));
const isPortField = (field: string, above: string): boolean =>
  field === 'containerPort' ||
  field === 'targetPort' ||
  (field === 'port' && above !== 'service') ||
  (field === 'name' && above === 'ports');

function isPort(value: unknown): boolean {
  if (typeof value === 'string') return portName.test(value);
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65_536;
}

function isNetwork(value: unknown): boolean {
  const [address = '', bits = ''] = String(value).split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most;
}
