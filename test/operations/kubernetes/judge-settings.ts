import { loadConfiguration } from '@pps/runtime/configuration/load-configuration';
import { settings, type SettingName } from '@pps/runtime/configuration/settings';
import { hostKeys } from '../../../apps/foundation/host-keys';
import { at, isMap, listAt, nameOf, podMakers, textAt, type Manifest, type PodMaker } from './manifest';

type Host = keyof typeof hostKeys;

const everyHost = ['PUBLIC_URL', 'APP_URL', 'DATA_DIR', 'SHUTDOWN_WAIT', 'SHUTDOWN_GRACE'] as const;
const everyHostsSecrets = [
  'EVENTSTORE_URL',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'NATS_URL',
  'MASTER_KEY',
  'MASTER_PREVIOUS_KEYS',
] as const;
const files = ['ASSET_STORAGE', 'S3_BUCKET'] as const;
const callers = ['PLATFORM_CLIENT_SECRET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'EMAIL_HASH_KEY'] as const;

/** What each host does its work with and has to be given, and the secrets that it is given beside: no other host's. */
const given: Readonly<Record<Host, { readonly open: readonly SettingName[]; readonly secret: readonly SettingName[] }>> = {
  api: {
    open: [...everyHost, ...files, 'PORT', 'TRUST_PROXY', 'PLATFORM_CLIENT_ID'],
    secret: [
      ...everyHostsSecrets,
      ...callers,
      'PAYMENT_API_KEY',
      'PAYMENT_WEBHOOK_SECRET',
      'PAYMENT_WEBHOOK_OTHER_SECRET',
      'JWT_KEY',
      'JWT_PREVIOUS_KEYS',
      'API_KEY_HASH_KEY',
      'OPERATOR_TOKEN',
      'GOOGLE_CLIENT_SECRET',
      'CONNECTOR_KEY',
    ],
  },
  worker: {
    open: [...everyHost, ...files, 'PLATFORM_CLIENT_ID', 'MAIL_FROM', 'HEARTBEAT_FILE'],
    secret: [...everyHostsSecrets, ...callers, 'SMTP_URL'],
  },
  orchestrator: {
    open: [...everyHost, ...files, 'PLATFORM_CLIENT_ID', 'HEARTBEAT_FILE'],
    secret: [...everyHostsSecrets, ...callers, 'PAYMENT_API_KEY'],
  },
  projector: { open: [...everyHost, 'HEARTBEAT_FILE'], secret: everyHostsSecrets },
};

/** What only `npm start`, the simulators and tests set. */
const neverGiven: readonly SettingName[] = [
  'SERVICE_PROCESSES',
  'SIMULATORS',
  'SIMULATORS_PORT',
  'LIMIT_LOOPBACK',
  'PLATFORM_API_URL',
  'PLATFORM_OAUTH_URL',
];

/** Faults of settings: unknown, missing, of another host, unreadable, and secrets that lie open. */
export function judgeSettings(manifests: readonly Manifest[]): string[] {
  return podMakers(manifests).flatMap((maker) => {
    const faults = maker.manifest.kind === 'Job' ? faultsOfMigration(maker) : faultsOfHost(maker, manifests);
    return faults.map((fault) => `${nameOf(maker.manifest)}: ${fault}`);
  });
}

function faultsOfHost(maker: PodMaker, manifests: readonly Manifest[]): string[] {
  const host = maker.manifest.metadata.name;
  if (!isHost(host)) return ['is no host of the service'];
  const environment = environmentOf(maker, manifests);
  const { open, secret } = given[host];
  const plain = Object.keys(environment).filter((name) => !name.endsWith('_FILE') || name in settings);
  const inFiles = Object.keys(environment).filter((name) => !plain.includes(name));
  return [
    ...entryFaults(maker, host),
    ...plain.filter((name) => !(name in settings)).map((name) => `${name} is no setting`),
    ...plain.filter((name) => isSecret(name)).map((name) => `${name} is a secret and stands open`),
    ...plain.filter((name) => neverGiven.some((other) => other === name)).map((name) => `${name} is not for an installation`),
    ...open.filter((name) => !(name in environment)).map((name) => `${name} is missing`),
    ...secret.filter((name) => !inFiles.includes(`${name}_FILE`)).map((name) => `${name}_FILE is missing`),
    ...inFiles.filter((name) => !secret.some((own) => `${own}_FILE` === name)).map((name) => `${name} is not for this host`),
    ...fileFaults(maker, environment, inFiles),
    ...valueFaults(environment, plain),
    ...(environment['ASSET_STORAGE'] === undefined || environment['ASSET_STORAGE'] === 's3'
      ? []
      : ['pods share no disk: ASSET_STORAGE has to be s3']),
  ];
}

function entryFaults({ container }: PodMaker, host: Host): string[] {
  const command = listAt(container, 'command').join(' ');
  return command === `node scripts/run.mjs apps/${host}/main` ? [] : [`runs ${command}, not its host`];
}

function faultsOfMigration(maker: PodMaker): string[] {
  const environment = environmentOf(maker, []);
  const command = listAt(maker.container, 'command').join(' ');
  return [
    ...(command === 'node scripts/pinctl.mjs database migrate' ? [] : [`runs ${command}, not the migrations`]),
    ...(Object.keys(environment).sort().join() === 'DATABASE_URL_FILE,DATA_DIR' ? [] : ['is given other settings than the database']),
    ...fileFaults(maker, environment, ['DATABASE_URL_FILE']),
  ];
}

/** The variables of a container: those of its ConfigMaps, then its own. */
export function environmentOf({ container }: PodMaker, manifests: readonly Manifest[]): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const source of listAt(container, 'envFrom')) {
    const name = textAt(source, 'configMapRef.name');
    const data = manifests.find((manifest) => manifest.kind === 'ConfigMap' && manifest.metadata.name === name)?.['data'];
    if (isMap(data)) Object.assign(environment, data);
  }
  for (const variable of listAt(container, 'env')) environment[textAt(variable, 'name')] = textAt(variable, 'value');
  return environment;
}

/** A file of a secret has to lie where its setting says, and nothing beside it. */
function fileFaults({ pod, container }: PodMaker, environment: Readonly<Record<string, string>>, inFiles: readonly string[]): string[] {
  const folder = textAt(
    listAt(container, 'volumeMounts').find((mount) => textAt(mount, 'name') === 'secrets'),
    'mountPath',
  );
  const items = listAt(pod, 'volumes').flatMap((volume) =>
    listAt(volume, 'secret.items').map((item) => `${folder}/${textAt(item, 'path')}`),
  );
  const named = inFiles.map((name) => environment[name]);
  return [
    ...inFiles
      .filter((name) => environment[name] !== `/secrets/${name.slice(0, -'_FILE'.length)}`)
      .map((name) => `${name} leads elsewhere`),
    ...inFiles.filter((name) => !items.includes(environment[name] ?? '')).map((name) => `${name} leads to a file that is not mounted`),
    ...items.filter((item) => !named.includes(item)).map((item) => `${item} is mounted and not read`),
    ...(at(container, 'env') !== undefined &&
    new Set(listAt(container, 'env').map((variable) => textAt(variable, 'name'))).size !== listAt(container, 'env').length
      ? ['a variable is given twice']
      : []),
  ];
}

function valueFaults(environment: Readonly<Record<string, string>>, plain: readonly string[]): string[] {
  try {
    loadConfiguration(Object.fromEntries(plain.map((name) => [name, environment[name]])));
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

const isHost = (name: string): name is Host => name in hostKeys;

function isSecret(name: string): boolean {
  if (!(name in settings)) return false;
  const setting = settings[name as SettingName];
  return ['secret', 'key', 'keys'].includes(setting.kind) || 'sensitive' in setting || name === 'S3_ACCESS_KEY_ID';
}
