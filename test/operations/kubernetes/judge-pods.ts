import { loadConfiguration } from '@pps/runtime/configuration/load-configuration';
import type { Configuration } from '@pps/runtime/configuration/configuration';
import type { SettingName } from '@pps/runtime/configuration/settings';
import { releaseVersion } from '@pps/runtime/release-version';
import { environmentOf } from './judge-settings';
import { at, isMap, listAt, nameOf, numberAt, podMakers, textAt, type Manifest, type PodMaker } from './manifest';

/** The longest start: tables are changed, or another process that changes them is waited for. */
const migrationSeconds = 600;
/** A process ends so long after its grace at the latest. */
const hardEndSeconds = 1;
/** A video; it lies in /data until it is in the store of files. */
const largestUploadBytes = 200 * 1024 ** 2;

/** Faults of a pod's rights, probes and end. */
export function judgePods(manifests: readonly Manifest[]): string[] {
  return podMakers(manifests).flatMap((maker) => {
    const probes = maker.manifest.kind === 'Deployment' ? [...probeFaults(maker), ...endFaults(maker, manifests)] : jobFaults(maker);
    return [...rightFaults(maker), ...roomFaults(maker), ...uploadFaults(maker, manifests), ...probes].map(
      (fault) => `${nameOf(maker.manifest)}: ${fault}`,
    );
  });
}

const required: readonly (readonly [where: 'pod' | 'container', path: string, value: unknown])[] = [
  ['pod', 'automountServiceAccountToken', false],
  ['pod', 'enableServiceLinks', false],
  ['pod', 'serviceAccountName', 'pins'],
  ['pod', 'securityContext.runAsNonRoot', true],
  ['pod', 'securityContext.runAsUser', 1000],
  ['pod', 'securityContext.runAsGroup', 1000],
  ['pod', 'securityContext.fsGroup', 1000],
  ['pod', 'securityContext.seccompProfile.type', 'RuntimeDefault'],
  ['container', 'securityContext.allowPrivilegeEscalation', false],
  ['container', 'securityContext.readOnlyRootFilesystem', true],
  ['container', 'securityContext.capabilities.drop.0', 'ALL'],
];
const forbidden: readonly (readonly [where: 'pod' | 'container', path: string])[] = [
  ['pod', 'hostNetwork'],
  ['pod', 'hostPID'],
  ['pod', 'hostIPC'],
  ['pod', 'initContainers'],
  ['container', 'securityContext.privileged'],
  ['container', 'securityContext.capabilities.add'],
  ['container', 'securityContext.runAsUser'],
  ['container', 'lifecycle'],
];

function rightFaults({ pod, container }: PodMaker): string[] {
  const of = { pod, container };
  const unsafe = listAt(pod, 'volumes').filter(
    (volume) => isMap(volume) && !('secret' in volume || 'configMap' in volume || 'emptyDir' in volume),
  );
  const secrets = listAt(pod, 'volumes').find((volume) => at(volume, 'secret'));
  const readable = listAt(container, 'volumeMounts').filter((mount) => ['secrets', 'authorities'].includes(textAt(mount, 'name')));
  return [
    ...required.filter(([where, path, value]) => at(of[where], path) !== value).map(([, path, value]) => `${path} is not ${String(value)}`),
    ...forbidden.filter(([where, path]) => at(of[where], path) !== undefined).map(([, path]) => `${path} is set`),
    ...unsafe.map((volume) => `the volume ${textAt(volume, 'name')} is of no kind that a host needs`),
    ...(numberAt(secrets, 'secret.defaultMode') === 0o440 ? [] : ['its secrets are not for its own group alone (0440)']),
    ...readable.filter((mount) => at(mount, 'readOnly') !== true).map((mount) => `${textAt(mount, 'name')} can be written`),
  ];
}

function roomFaults({ pod, container }: PodMaker): string[] {
  const image = textAt(container, 'image');
  const bytes = (path: string) => bytesOf(textAt(container, path));
  const unbounded = listAt(pod, 'volumes').filter((volume) => at(volume, 'emptyDir') && !textAt(volume, 'emptyDir.sizeLimit'));
  const written = ['/data', '/tmp'].filter(
    (path) => !listAt(container, 'volumeMounts').some((mount) => textAt(mount, 'mountPath') === path),
  );
  const disks = listAt(pod, 'volumes').reduce<number>((sum, volume) => sum + (bytesOf(textAt(volume, 'emptyDir.sizeLimit')) || 0), 0);
  return [
    ...(image.endsWith(`:${releaseVersion}`) ? [] : [`its image ${image} is not this release, ${releaseVersion}`]),
    ...(bytes('resources.requests.memory') > 0 && at(container, 'resources.requests.cpu') ? [] : ['asks for no processor or memory']),
    ...(bytes('resources.limits.memory') >= bytes('resources.requests.memory')
      ? []
      : ['its memory has no limit, or one below what it asks for']),
    ...(bytes('resources.limits.ephemeral-storage') > disks ? [] : ['its disks may hold more than its storage']),
    ...unbounded.map((volume) => `the volume ${textAt(volume, 'name')} has no limit`),
    ...written.map((path) => `nothing can be written to ${path}`),
  ];
}

/** What is too much for its folder ends the pod; uploads leave some of it free. */
function uploadFaults(maker: PodMaker, manifests: readonly Manifest[]): string[] {
  if (maker.manifest.metadata.name !== 'api') return [];
  const data = listAt(maker.pod, 'volumes').find((volume) => textAt(volume, 'name') === 'data');
  const { UPLOADS_AT_ONCE, DISK_FREE_MB } = readable(environmentOf(maker, manifests), ['UPLOADS_AT_ONCE', 'DISK_FREE_MB']);
  return bytesOf(textAt(data, 'emptyDir.sizeLimit')) >= UPLOADS_AT_ONCE * largestUploadBytes + DISK_FREE_MB * 1024 ** 2
    ? []
    : ['its uploads and DISK_FREE_MB may be larger than /data'];
}

function probeFaults({ container }: PodMaker): string[] {
  const seconds = (probe: string) =>
    (numberAt(container, `${probe}.periodSeconds`) ?? 10) * (numberAt(container, `${probe}.failureThreshold`) ?? 3);
  const asked = (probe: string) => textAt(container, `${probe}.httpGet.path`) || listAt(container, `${probe}.exec.command`).join(' ');
  const missing = ['startupProbe', 'livenessProbe', 'readinessProbe'].filter((probe) => !asked(probe));
  const isHttp = at(container, 'ports') !== undefined;
  const own = isHttp
    ? (path: string) => path === '/healthz'
    : (command: string) => /^sh -c test \$\(\(.*\/tmp\/heartbeat\)\)\) -lt \d+$/.test(command);
  const ready = isHttp
    ? asked('readinessProbe') === '/readyz'
    : asked('readinessProbe').startsWith('sh -c grep -qx started /tmp/heartbeat && test ');
  return [
    ...missing.map((probe) => `${probe} is missing`),
    ...['startupProbe', 'livenessProbe']
      .filter((probe) => asked(probe) && !own(asked(probe)))
      .map((probe) => `${probe} asks for more than the process's own faults`),
    ...(missing.includes('readinessProbe') || ready ? [] : ['readinessProbe does not ask whether it is ready']),
    ...(isHttp && seconds('startupProbe') <= migrationSeconds ? [`its start may take ${migrationSeconds} s`] : []),
    ...(seconds('livenessProbe') < 30 ? ['it is ended before it has hung for 30 s'] : []),
    ...(numberAt(container, 'livenessProbe.initialDelaySeconds') === undefined ? [] : ['livenessProbe waits beside startupProbe']),
  ];
}

function endFaults(maker: PodMaker, manifests: readonly Manifest[]): string[] {
  const grace = numberAt(maker.pod, 'terminationGracePeriodSeconds') ?? 30;
  const { SHUTDOWN_GRACE, SHUTDOWN_WAIT } = readable(environmentOf(maker, manifests), ['SHUTDOWN_GRACE', 'SHUTDOWN_WAIT']);
  const period =
    (numberAt(maker.container, 'readinessProbe.periodSeconds') ?? 10) * (numberAt(maker.container, 'readinessProbe.failureThreshold') ?? 3);
  const isHttp = at(maker.container, 'ports') !== undefined;
  return [
    ...(grace > SHUTDOWN_GRACE / 1000 + hardEndSeconds ? [] : [`is killed after ${grace} s, before it ends by itself`]),
    ...(SHUTDOWN_WAIT * 2 <= SHUTDOWN_GRACE ? [] : ['SHUTDOWN_WAIT counts only up to half of SHUTDOWN_GRACE']),
    ...(isHttp && SHUTDOWN_WAIT / 1000 <= period ? ['takes no requests any more before it is known that it ends'] : []),
  ];
}

/** These settings as a host would read them; what cannot be read is a fault of its own, and its default counts here. */
function readable(environment: Readonly<Record<string, string>>, names: readonly SettingName[]): Configuration {
  try {
    return loadConfiguration(Object.fromEntries(names.map((name) => [name, environment[name]])));
  } catch {
    return loadConfiguration({});
  }
}

/** A Job whose name has the release is another one for the next; its end is known and it is cleared away. */
function jobFaults({ manifest, pod }: PodMaker): string[] {
  return [
    ...(manifest.metadata.name === `migrate-${releaseVersion.replaceAll('.', '-')}`
      ? []
      : ['its name is not of this release, so it could not be applied again']),
    ...(textAt(pod, 'restartPolicy') === 'Never' ? [] : ['restarts inside, so the logs of a failure are lost']),
    ...((numberAt(manifest, 'spec.activeDeadlineSeconds') ?? 0) > migrationSeconds ? [] : ['is ended before a long migration is']),
    ...(numberAt(manifest, 'spec.ttlSecondsAfterFinished') === undefined ? ['stays for ever'] : []),
  ];
}

function bytesOf(text: string): number {
  const [, count = '', unit = ''] = /^(\d+)(Ki|Mi|Gi)$/.exec(text) ?? [];
  return Number(count || Number.NaN) * ({ Ki: 1024, Mi: 1024 ** 2, Gi: 1024 ** 3 }[unit] ?? Number.NaN);
}
