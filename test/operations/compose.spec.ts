import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { loadConfiguration } from '@pps/runtime';
import { settings } from '@pps/runtime/configuration/settings';

interface Service {
  readonly build?: string;
  readonly image?: string;
  readonly command?: readonly string[];
  readonly healthcheck?: object;
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly deploy?: { readonly replicas: number };
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly configs: Readonly<Record<string, { readonly content: string }>>;
}

const root = resolve(__dirname, '../..');
const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as ComposeFile;
const scripts = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }).scripts;
const hosts = Object.entries(compose.services).filter(([, service]) => service.build !== undefined);

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

  it('passes on every setting that a production may need', () => {
    // What the containers' own layout decides, and what only the simulators use.
    const decided = ['HOST', 'DATA_DIR', 'SIMULATORS_PORT', 'SIMULATORS', 'LIMIT_LOOPBACK', 'PLATFORM_API_URL', 'PLATFORM_OAUTH_URL'];
    for (const [name, { environment = {} }] of hosts) {
      const missing = Object.keys(settings).filter((setting) => !(setting in environment) && !decided.includes(setting));
      expect([name, missing]).toEqual([name, []]);
    }
    const blank = Object.entries(hosts[0]?.[1].environment ?? {}).filter(([setting, value]) => value === `\${${setting}:-}`);
    expect(blank.length).toBeGreaterThan(50);
    expect(loadConfiguration(Object.fromEntries(blank.map(([setting]) => [setting, ''])))).toEqual(loadConfiguration({}));
  });

  it('lets no host gain rights, and logs no query, which may hold a token', () => {
    for (const [name, { cap_drop, security_opt }] of hosts) {
      expect([name, cap_drop, security_opt]).toEqual([name, ['ALL'], ['no-new-privileges:true']]);
    }
    const entrance = compose.configs['entrance']?.content ?? '';
    expect(entrance).toContain('access_log /dev/stdout paths;');
    expect(/log_format paths (.*);/.exec(entrance)?.[1]).not.toMatch(/\$request\b|\$request_uri|\$args|\$query|\$http_referer/);
  });

  it('checks the health of every service and stores what must outlive a container in named volumes', () => {
    const unchecked = Object.entries(compose.services).filter(([, { healthcheck }]) => healthcheck === undefined);
    expect(unchecked).toEqual([]);
    const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0]));
    expect([...new Set(mounted)].sort()).toEqual(Object.keys(compose.volumes).sort());
  });
});

describe('Dockerfile', () => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');

  it('copies only what exists and runs as no root', () => {
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap((match) => match[1]?.split(' ') ?? []);
    expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([]);
    expect(sources.length).toBeGreaterThan(0);
    expect(dockerfile).toMatch(/^USER node$/m);
  });
});
