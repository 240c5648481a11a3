import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { loadConfiguration } from '@pps/runtime';
import { settings, type SettingName } from '@pps/runtime/configuration/settings';
import { hostKeys } from '../../apps/foundation/host-keys';

interface Service {
  readonly build?: string;
  readonly image?: string;
  readonly command?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly restart?: string;
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly deploy?: { readonly replicas: number };
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly read_only?: boolean;
  readonly networks?: readonly string[];
  readonly network_mode?: string;
  readonly ports?: readonly string[];
  readonly profiles?: readonly string[];
  readonly configs?: readonly { readonly source: string }[];
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly configs: Readonly<Record<string, { readonly file: string }>>;
}

const root = resolve(__dirname, '../..');
const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as ComposeFile;
const scripts = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }).scripts;
const contentOf = (name: string) => readFileSync(join(root, compose.configs[name]?.file ?? ''), 'utf8');
/** What runs without a profile. */
const always = Object.fromEntries(Object.entries(compose.services).filter(([, { profiles }]) => !profiles));
const hosts = Object.entries(compose.services).filter(([name]) => name in hostKeys);

/** The Compose Specification's own schema, as dclint ships it. */
function schema(): object {
  const file = join(dirname(require.resolve('dclint/package.json')), 'schemas', 'compose.schema.json');
  // Ajv knows draft 07, its default, by the address with http only.
  return { ...(JSON.parse(readFileSync(file, 'utf8')) as object), $schema: undefined };
}

describe('docker-compose.yml', () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  const validate = ajv.compile(schema());

  it('follows the Compose Specification', () => {
    validate(compose);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('would be refused with a word that the specification does not know', () => {
    expect(validate({ services: { api: { image: 'a', commands: ['npm'] } } })).toBe(false);
  });

  it('runs every host by a script of package.json whose entry exists, and several of each', () => {
    expect(hosts.map(([name]) => name).sort()).toEqual(['api', 'orchestrator', 'projector', 'worker']);
    for (const [name, { command = [], deploy }] of hosts) {
      expect([name, ...command.slice(0, 2)]).toEqual([name, 'npm', 'run']);
      const entry = /^node scripts\/run\.mjs (\S+)$/.exec(scripts[command[2] ?? ''] ?? '')?.[1];
      expect([name, entry !== undefined && existsSync(join(root, `${entry}.ts`))]).toEqual([name, true]);
      expect([name, (deploy?.replicas ?? 1) >= 2]).toEqual([name, true]);
    }
  });

  it('gives every host only settings that exist, and no simulator', () => {
    for (const [name, { environment = {} }] of hosts) {
      expect([name, Object.keys(environment).filter((setting) => !(setting in settings))]).toEqual([name, []]);
      expect([name, 'SIMULATORS_PORT' in environment || 'PLATFORM_API_URL' in environment]).toEqual([name, false]);
    }
  });

  it('passes on every setting that a production may need, secrets only to the hosts that use them', () => {
    // What the containers' own layout decides, and what only `npm start` and the simulators use.
    const ofLayout = ['HOST', 'DATA_DIR', 'SERVICE_PROCESSES', 'HEARTBEAT_FILE'];
    const ofSimulators = ['SIMULATORS_PORT', 'SIMULATORS', 'LIMIT_LOOPBACK', 'PLATFORM_API_URL', 'PLATFORM_OAUTH_URL'];
    const decided = [...ofLayout, ...ofSimulators];
    for (const [name, { environment = {} }] of hosts) {
      const missing = (Object.keys(settings) as SettingName[]).filter((setting) => !(setting in environment) && !decided.includes(setting));
      expect([name, missing.sort()]).toEqual([name, notFor(name).sort()]);
    }
    const blank = Object.entries(compose.services['api']?.environment ?? {}).filter(([setting, value]) => value === `\${${setting}:-}`);
    expect(blank.length).toBeGreaterThan(50);
    expect(loadConfiguration(Object.fromEntries(blank.map(([setting]) => [setting, ''])))).toEqual(loadConfiguration({}));
  });

  it('gives every host the keys that it loads, and no other', () => {
    const keys = (names: readonly string[]) => names.filter((name) => hostKeys.api.some((key) => key === name)).sort();
    for (const [name, { environment = {} }] of hosts) {
      expect([name, keys(Object.keys(environment))]).toEqual([name, keys(hostKeys[name as keyof typeof hostKeys])]);
    }
  });

  it('reaches the stores as users of their own who administrate nothing, the event store by TLS', () => {
    for (const [name, { environment = {} }] of hosts) {
      const urls = [environment['EVENTSTORE_URL'], environment['DATABASE_URL'], environment['NATS_URL']];
      const users = urls.map((url) => /^\w+:\/\/(\w+):p?\$\{\w+:\?/.exec(url ?? '')?.[1]);
      expect([name, users]).toEqual([name, ['pins', 'pins', 'pins']]);
      expect(environment['EVENTSTORE_URL']).toContain('tls=true&tlsCAFile=/certificates/ca.crt');
      expect(Object.keys(environment).filter((setting) => setting.includes('ADMIN') || setting === 'POSTGRES_PASSWORD')).toEqual([]);
    }
    expect(compose.services['eventstore']?.environment).not.toHaveProperty('EVENTSTORE_INSECURE');
  });

  it('puts the stores into a network that leads nowhere, and opens one port', () => {
    expect(compose.networks).toMatchObject({ back: { internal: true } });
    for (const name of ['eventstore', 'event-store-user', 'postgres', 'nats', 'projector']) {
      expect([name, compose.services[name]?.networks]).toEqual([name, ['back']]);
    }
    expect(compose.services['entrance']?.networks).toEqual(['front']);
    const withoutNetwork = Object.values(compose.services).filter(({ networks, network_mode }) => !networks && network_mode !== 'none');
    expect(withoutNetwork).toEqual([]);
    expect(Object.entries(always).flatMap(([name, { ports }]) => (ports ? [name] : []))).toEqual(['entrance']);
  });

  it('is reached from this machine alone until an address is named', () => {
    const portsOf = (services: readonly Service[]) => services.flatMap(({ ports: published = [] }) => published);
    expect(portsOf(Object.values(always))).toEqual(['${BIND_ADDRESS:-127.0.0.1}:${PORT:-3000}:8080']);
    const others = portsOf(Object.values(compose.services).filter(({ profiles }) => profiles));
    expect(others.map((port) => /^127\.0\.0\.1:\$\{\w+:-(\d+)\}:\d+$/.exec(port)?.[1])).toEqual(['9090', '3001', '8025']);
  });

  it('makes both groups of analysts, with the same limits', () => {
    const content = contentOf('database-owner');
    for (const role of ['analyst', 'workspace_analyst']) {
      expect(content).toContain(`create role ${role} nologin;`);
      expect(content).toContain(`alter role ${role} set statement_timeout = '60s';`);
      expect(content).toContain(`alter role ${role} set default_transaction_read_only = on;`);
    }
  });

  it('names every image by an exact version', () => {
    for (const { image } of Object.values(compose.services)) if (image) expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?(-[a-z]+)?$/);
  });

  it('lets no container gain rights or write where it is not told to, and logs no query, which may hold a token', () => {
    for (const [name, { cap_drop, security_opt, read_only }] of Object.entries(compose.services)) {
      expect([name, cap_drop, security_opt, read_only]).toEqual([name, ['ALL'], ['no-new-privileges:true'], true]);
    }
    const entrance = contentOf('entrance');
    expect(entrance).toContain('access_log /dev/stdout paths;');
    expect(/log_format paths (.*);/.exec(entrance)?.[1]).not.toMatch(/\$request\b|\$request_uri|\$args|\$query|\$http_referer/);
  });

  it('gives configurations as files, as Compose writes none of its own into a file system that is read-only', () => {
    expect(Object.values(compose.configs).filter(({ file }) => !file || !existsSync(join(root, file)))).toEqual([]);
    expect(compose).not.toHaveProperty('secrets');
    const used = Object.values(compose.services).flatMap(({ configs = [] }) => configs.map(({ source }) => source));
    expect(used.sort()).toEqual(Object.keys(compose.configs).sort());
  });

  it('brings Prometheus and Grafana, where they are asked for, with the rules, the dashboards and where they ask', () => {
    const prometheus = parse(contentOf('prometheus')) as { scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[] };
    expect(prometheus.scrape_configs[0]?.dns_sd_configs).toEqual([expect.objectContaining({ names: ['api'], port: 3000 })]);
    const { datasources } = parse(contentOf('grafana-datasources')) as { datasources: { type: string; url: string; user?: string }[] };
    for (const { url } of datasources) expect(Object.keys(compose.services)).toContain(/^(?:http:\/\/)?(\w+):\d+$/.exec(url)?.[1]);
    for (const name of ['dashboard-of-metrics', 'dashboard-of-a-workspace']) {
      const { templating } = JSON.parse(contentOf(name)) as { templating: { list: { name: string; query: string }[] } };
      const asked = templating.list.find(({ name: variable }) => variable === 'datasource')?.query;
      expect(datasources.map(({ type }) => type)).toContain(asked);
    }
    expect(contentOf('database-owner')).toContain(`create role ${datasources.find(({ user }) => user)?.user} login`);
  });

  it('checks the health of every service and stores what must outlive a container in named volumes', () => {
    const unchecked = Object.entries(compose.services).filter(
      ([, { healthcheck, restart }]) => healthcheck === undefined && restart !== 'no',
    );
    expect(unchecked).toEqual([]);
    const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0]));
    expect([...new Set(mounted)].sort()).toEqual(Object.keys(compose.volumes).sort());
  });

  it('holds a host without HTTP for healthy while it has taken up its work and its event loop turns', () => {
    const folder = mkdtempSync(join(tmpdir(), 'compose-'));
    const file = join(folder, 'heartbeat');
    const others = hosts.filter(([name]) => name !== 'api');
    const isHealthy = () =>
      others.map(([, { healthcheck, environment = {} }]) => {
        const [, command = ''] = healthcheck?.test ?? [];
        // Compose takes two dollars for one.
        const asked = command.replaceAll('$$', '$').replaceAll(environment['HEARTBEAT_FILE'] ?? 'nothing', file);
        return spawnSync('sh', ['-c', asked], { stdio: 'ignore' }).status === 0;
      });
    expect(isHealthy()).toEqual([false, false, false]);
    for (const [state, agoSeconds, expected] of [
      ['starting', 0, false],
      ['started', 0, true],
      ['started', 20, false],
      ['stopping', 0, false],
    ] as const) {
      writeFileSync(file, `${state}\n`);
      const at = Date.now() / 1_000 - agoSeconds;
      utimesSync(file, at, at);
      expect([state, agoSeconds, isHealthy()]).toEqual([state, agoSeconds, Array(3).fill(expected)]);
    }
    rmSync(folder, { recursive: true });
  });
});

/** Settings that hold secrets which the host does not use, and what goes with them. */
function notFor(host: string): SettingName[] {
  const clients: SettingName[] = [
    'JWT_KEY',
    'JWT_PREVIOUS_KEYS',
    'API_KEY_HASH_KEY',
    'OPERATOR_TOKEN',
    'PAYMENT_WEBHOOK_SECRET',
    'PAYMENT_WEBHOOK_OTHER_SECRET',
    'GOOGLE_CLIENT_SECRET',
    'CONNECTOR_KEY',
  ];
  const files: SettingName[] = ['ASSET_STORAGE', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  switch (host) {
    case 'api':
      return ['SMTP_URL'];
    case 'worker':
      return [...clients, 'PAYMENT_API_KEY'];
    case 'orchestrator':
      return [...clients, 'SMTP_URL'];
    default:
      return [...clients, ...files, 'PLATFORM_CLIENT_SECRET', 'PAYMENT_API_KEY', 'SMTP_URL', 'EMAIL_HASH_KEY'];
  }
}

describe('Dockerfile', () => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');

  it('copies only what exists and runs as no root', () => {
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap((match) => match[1]?.split(' ') ?? []);
    expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([]);
    expect(sources.length).toBeGreaterThan(0);
    expect(dockerfile).toMatch(/^USER node$/m);
  });
});
