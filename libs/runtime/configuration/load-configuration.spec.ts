import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BrokenSetting, environmentWithFiles, loadConfiguration } from './load-configuration';
import { features } from './features';

function lineFor(environment: Record<string, string>): string {
  try {
    loadConfiguration(environment);
  } catch (error) {
    if (error instanceof BrokenSetting) return error.message;
    throw error;
  }
  return 'accepted';
}

test('nothing set: the documented defaults', () => {
  expect(loadConfiguration({})).toMatchObject({
    PORT: 3000,
    SIMULATORS_PORT: 3900,
    DATA_DIR: resolve('.data'),
    APP_URL: 'http://127.0.0.1:3000/app',
    PUBLIC_URL: 'http://127.0.0.1:3000',
    WEBHOOK_TARGETS: 'public',
    PACING_ACCOUNT: { capacity: 50, refillPerSecond: 1 },
    PACING_GLOBAL: { capacity: 200, refillPerSecond: 3 },
    RECONCILE_AFTER: [2_000, 10_000, 30_000, 120_000],
    DEFAULT_PLAN: 'playground',
    LOG_LEVEL: 'info',
    JWT_EXPIRES_IN: 43_200_000,
    SHUTDOWN_GRACE: 25_000,
    TRUST_PROXY: false,
  });
  expect(loadConfiguration({}).DATABASE_URL).toBeUndefined();
});

test('a default that names another setting follows it; a value of its own wins; an empty value is none', () => {
  expect(loadConfiguration({ PORT: '4000' })).toMatchObject({ APP_URL: 'http://127.0.0.1:4000/app', PUBLIC_URL: 'http://127.0.0.1:4000' });
  expect(loadConfiguration({ PORT: '4000', PUBLIC_URL: 'https://pins.test/' }).PUBLIC_URL).toBe('https://pins.test');
  expect(loadConfiguration({ PORT: '  ', LOG_LEVEL: '' })).toMatchObject({ PORT: 3000, LOG_LEVEL: 'info' });
});

test.each([
  ['PORT', '65535', 65_535],
  ['SHUTDOWN_GRACE', '90', 90_000],
  ['SHUTDOWN_GRACE', '500ms', 500],
  ['RECONCILE_AFTER', '1s, 2m', [1_000, 120_000]],
  ['PACING_ACCOUNT', '5/0.5', { capacity: 5, refillPerSecond: 0.5 }],
  ['TRUST_PROXY', 'true', 1],
  ['TRUST_PROXY', '2', 2],
  ['TRUST_PROXY', '10.0.0.0/8, 192.168.1.7,fd00::/8,::1', ['10.0.0.0/8', '192.168.1.7', 'fd00::/8', '::1']],
  ['EVENTSTORE_URL', 'esdb://a:2113,b:2113?tls=false', 'esdb://a:2113,b:2113?tls=false'],
  ['PLATFORM_OAUTH_URL', 'http://127.0.0.1:1/oauth/', 'http://127.0.0.1:1/oauth/'],
  ['MASTER_KEY', Buffer.alloc(32, 7).toString('base64'), Buffer.alloc(32, 7)],
])('%s=%s is read', (name, text, value) => {
  expect(loadConfiguration({ [name]: text })).toHaveProperty(name, value);
});

test.each([
  ['PORT', 'abc'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '3000x'],
  ['APP_URL', 'ftp://a'],
  ['APP_URL', 'http://'],
  ['APP_URL', 'http://a:b:c'],
  ['PACING_ACCOUNT', '50'],
  ['PACING_ACCOUNT', '0/1'],
  ['PACING_ACCOUNT', '1/0'],
  ['RECONCILE_AFTER', '2s,,3s'],
  ['RECONCILE_AFTER', '0s'],
  ['WEBHOOK_TARGETS', 'some'],
  ['DEFAULT_PLAN', 'gold'],
  ['TRUST_PROXY', 'yes'],
  ['TRUST_PROXY', '0'],
  ['TRUST_PROXY', '11'],
  ['TRUST_PROXY', '10.0.0.1,10.1'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['WORKER_CONCURRENCY', '0'],
  ['SHUTDOWN_GRACE', 'soon'],
])('%s=%s is one line naming the setting, what was given and what is expected', (name, text) => {
  const line = lineFor({ [name]: text });
  expect(line).toMatch(new RegExp(`^broken setting: ${name} is "${text}", expected \\S.*$`));
  expect(line).not.toContain('\n');
});

test('all broken settings are named at once', () => {
  expect(lineFor({ PORT: 'x', LOG_LEVEL: 'y' })).toMatch(/^broken settings: PORT is "x", .*; LOG_LEVEL is "y", /);
});

test('a setting that only follows a broken one is not blamed', () => {
  expect(lineFor({ PORT: 'x' })).not.toContain('APP_URL');
});

test.each(['MASTER_KEY', 'DATABASE_URL', 'SMTP_URL', 'EVENTSTORE_URL', 'NATS_URL'])('%s is never shown', (name) => {
  const line = lineFor({ [name]: 'someone:pa55word@host' });
  expect(line).toContain(`${name} is a value that is not shown`);
  expect(line).not.toContain('pa55word');
});

describe('a setting whose value lies in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  const file = (text: string) => {
    const path = join(folder, 'setting');
    writeFileSync(path, text);
    return path;
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is read from there, without the end of its line', () => {
    const key = Buffer.alloc(32, 7);
    expect(loadConfiguration({ MASTER_KEY_FILE: file(`${key.toString('base64')}\n`) }).MASTER_KEY).toEqual(key);
    expect(loadConfiguration({ PORT_FILE: file('4000') })).toMatchObject({ PORT: 4000, PUBLIC_URL: 'http://127.0.0.1:4000' });
  });

  it('is absent where the file is empty, and where no file is named', () => {
    expect(loadConfiguration({ SMTP_URL_FILE: file(' \n'), NATS_URL_FILE: '' })).toEqual(loadConfiguration({}));
  });

  it.each([
    ['is not there', () => '/nowhere/MASTER_KEY', 'MASTER_KEY_FILE is "/nowhere/MASTER_KEY", expected a file to read (ENOENT)'],
    ['is a folder', () => folder, `MASTER_KEY_FILE is "${folder}", expected a file to read (it is none)`],
    ['is no path', () => 'a\0b', 'MASTER_KEY_FILE is "a\\u0000b", expected a file to read (ERR_INVALID_ARG_VALUE)'],
    [
      'is long',
      () => file('x'.repeat(65_537)),
      `MASTER_KEY_FILE is "${join(folder, 'setting')}", expected a file to read (more than 64 KiB)`,
    ],
  ])('is refused where that %s', (_, path, said) => {
    expect(lineFor({ MASTER_KEY_FILE: path() })).toBe(`broken setting: ${said}`);
  });

  it('is refused where it is given otherwise, too', () => {
    expect(lineFor({ PORT: '1', PORT_FILE: file('2') })).toMatch(/^broken setting: PORT_FILE .* \(not used, as PORT is set too\)$/);
  });

  it('is handed on as a value, and as a path where it cannot be used', () => {
    const [path, names] = [file('smtp://mail:25'), ['SMTP_URL', 'NATS_URL', 'GOOGLE_CLIENT_ID', 'KEEP']];
    expect(environmentWithFiles({ SMTP_URL_FILE: path, NATS_URL_FILE: '/nowhere', KEEP_FILE: path, MASTER_KEY_FILE: path }, names)).toEqual(
      {
        SMTP_URL: 'smtp://mail:25',
        NATS_URL_FILE: '/nowhere',
        KEEP_FILE: path,
        MASTER_KEY_FILE: path,
      },
    );
  });

  it('is never shown where it is a secret', () => {
    const line = lineFor({ MASTER_KEY_FILE: file('pa55word'), DATABASE_URL_FILE: file('pa55word') });
    expect(line).toMatch(/MASTER_KEY is a value that is not shown/);
    expect(line).toMatch(/DATABASE_URL is a value that is not shown/);
    expect(line).not.toContain('pa55word');
  });
});

test('a feature without its credentials is disabled and says what to set', () => {
  expect(features(loadConfiguration({ PLATFORM_CLIENT_ID: 'a' }))).toMatchObject({
    platform: { state: 'disabled', reason: 'set PLATFORM_CLIENT_SECRET' },
    mail: { state: 'disabled', reason: 'set SMTP_URL' },
    payments: { state: 'disabled', reason: 'set PAYMENT_API_KEY and PAYMENT_WEBHOOK_SECRET' },
  });
  const complete = loadConfiguration({ PLATFORM_CLIENT_ID: 'a', PLATFORM_CLIENT_SECRET: 'b', SMTP_URL: 'smtp://127.0.0.1:25' });
  expect(features(complete)).toMatchObject({ platform: { state: 'enabled' }, mail: { state: 'enabled' } });
});
