import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { newId } from '@pps/kernel';
import { eventually } from '../setup/eventually';
import { newKey, password, register, type Account } from '../setup/account';
import { startService, type RunningService } from '../setup/running-service';
import { approving, terminalAt } from '../sign-in/terminal';
import { bundledPps, type Pps, type PpsOutcome } from './bundled-pps';

let [service, pps] = [undefined as unknown as RunningService, undefined as unknown as Pps];
let account: Account;
let sandbox: { id: string; text: string };
beforeAll(async () => {
  [service, pps] = [await startService({ WEBHOOK_TARGETS: 'any' }), bundledPps()];
  account = await register(service.call);
  const { body } = await service.call('POST', '/v1/projects/sandbox', {}, account.session);
  const project = body.projects.find((each: { environment: string }) => each.environment === 'sandbox');
  const switched = await service.call('POST', '/v1/projects/switch', { project_id: project.id }, account.session);
  sandbox = await newKey(service.call, { authorization: `Bearer ${switched.body.access_token}` }, { name: 'of the sandbox' });
});
afterAll(async () => {
  await service.stop();
  pps.remove();
});

const profiles = (): string => join(pps.home, '.config/pps/profiles.json');
const url = (): Record<string, string> => ({ PPS_BASE_URL: service.url });
const withKey = (key = sandbox.text): Record<string, string> => ({ ...url(), PPS_API_KEY: key });
const json = (outcome: PpsOutcome): unknown => JSON.parse(outcome.out);

describe('login and logout', () => {
  beforeEach(() => {
    if (existsSync(profiles())) unlinkSync(profiles());
  });

  test('a key from standard input is kept for its owner alone, used, shown nowhere, and revoked', async () => {
    const key = await newKey(service.call, account.session, { name: 'to be ended' });
    const kept = await pps.run(['login', '--with-key', '--json'], url(), `${key.text}\n`);
    expect([kept.code, json(kept)]).toEqual([0, expect.objectContaining({ environment: 'production', profile: 'default' })]);
    expect(statSync(profiles()).mode & 0o777).toBe(0o600);
    const sandboxed = await pps.run(['accounts', 'list']);
    expect([sandboxed.code, sandboxed.out, sandboxed.err]).toEqual([3, '', expect.stringContaining('no sandbox key in profile default')]);
    const used = await pps.run(['accounts', 'list', '--production', '--json']);
    expect([used.code, json(used)]).toEqual([0, []]);
    expect(used.err).toContain(`production · key ${key.text.slice(0, 13)}… of profile default · ${service.url}`);
    const ended = await pps.run(['logout', '--production']);
    expect(ended.code).toBe(0);
    const refused = await pps.run(['accounts', 'list', '--json'], withKey(key.text));
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('"status":401')]);
    for (const { out, err } of [kept, used, ended, refused]) expect(out + err).not.toContain(key.text);
  });

  test('somebody approves it in a browser', async () => {
    const terminal = terminalAt(service.url);
    const running = pps.start(['login', '--no-browser', '--json'], url());
    const code = await eventually('the code', async () => /user_code=(\S+)/.exec(running.err)?.[1], 120_000);
    const page = await terminal.signIn(code, account.email, password);
    await terminal.answer(page, approving(account.projectId, { scope_destructive: 'on' }));
    const { code: exit, out, err } = await running.ended;
    expect([exit, JSON.parse(out)]).toEqual([0, expect.objectContaining({ environment: 'production', expires_at: expect.any(String) })]);
    expect(err).toContain(code);
    const stored = JSON.parse(readFileSync(profiles(), 'utf8')).profiles.default.production;
    expect(out + err).not.toContain(stored.key);
    expect((await pps.run(['logout', '--production'])).code).toBe(0);
    expect((await pps.run(['usage', 'get-status'], withKey(stored.key))).code).toBe(3);
  });

  test('what is no key, too long, of a machine that is away or refused is said with its exit code', async () => {
    const outcomes = await Promise.all([
      pps.run(['login', '--with-key'], url(), 'nothing'),
      pps.run(['login', '--with-key'], url(), 'x'.repeat(10_000)),
      pps.run(['login', '--with-key'], { PPS_BASE_URL: 'http://127.0.0.1:1' }, sandbox.text),
      pps.run(['login', '--with-key'], url(), `${sandbox.text.slice(0, -1)}_`),
      pps.run(['login', '--no-browser'], { PPS_BASE_URL: 'http://127.0.0.1:1' }),
      pps.run(['logout'], url()),
    ]);
    expect(outcomes.map(({ code }) => code)).toEqual([2, 2, 6, 3, 6, 3]);
    expect(existsSync(profiles())).toBe(false);
  });

  test.each([
    ['others may read', () => chmodSync(profiles(), 0o644), /can be read or written by others/],
    ['is damaged', () => writeFileSync(profiles(), '{"profiles":', { mode: 0o600 }), /is damaged/],
    ['is a link', () => (unlinkSync(profiles()), symlinkSync('/etc/hostname', profiles())), /symbolic link/],
  ])('a file of credentials that %s is refused', async (_, spoil, words) => {
    mkdirSync(dirname(profiles()), { recursive: true });
    writeFileSync(profiles(), JSON.stringify({ profiles: { default: { url: service.url, sandbox: { key: sandbox.text } } } }), {
      mode: 0o600,
    });
    expect((await pps.run(['keys', 'list'])).code).toBe(0);
    spoil();
    const { code, out, err } = await pps.run(['keys', 'list']);
    expect([code, out, err]).toEqual([2, '', expect.stringMatching(words)]);
    expect(err).not.toContain(sandbox.text);
  });
});

describe('commands', () => {
  beforeAll(() => {
    if (existsSync(profiles())) unlinkSync(profiles());
  });

  test('a pin is checked, made, watched in vain, listed, and what somebody wrote cannot steer the terminal', async () => {
    const accounts = json(await pps.run(['accounts', 'list', '--json'], withKey())) as { id: string }[];
    const [{ id: accountId = '' } = {}] = accounts;
    const boards = json(await pps.run(['boards', 'list', '--account-id', accountId, '--json'], withKey())) as { id: string }[];
    const title = '\x1b[2J\u009b31m\u202e door';
    const fields = [
      '--account-id',
      accountId,
      '--board-id',
      boards[0]?.id ?? '',
      '--title',
      title,
      '--image-url',
      'https://images.example.com/door.jpg',
    ];
    const checked = await pps.run(['pins', 'create', ...fields, '--dry-run', '--json'], withKey());
    expect([checked.code, checked.err]).toEqual([0, expect.stringContaining('nothing was done')]);
    const made = await pps.run(['pins', 'create', ...fields, '--json'], withKey());
    expect([made.code, made.err.split('\n').length]).toEqual([0, 2]);
    expect(made.out).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    expect((json(made) as { title: string }).title).toContain('door');
    const listed = await pps.run(['pins', 'list', '--limit', '1'], withKey());
    expect(listed.out).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    expect((await pps.run(['pins', 'list', '--all', '--json'], withKey())).out.trim().split('\n')).toHaveLength(1);
  });

  test.each<[readonly string[], number, RegExp]>([
    [['pins', 'get', newId()], 4, /Request \S+: pps explain/],
    [['pins', 'get', '..'], 2, /pins\/\{\} needs ids/],
    [['pins', 'get'], 2, /missing required argument/],
    [['pins', 'create', '--title', 'x'], 2, /missing: --account-id, --board-id/],
    [['pins', 'create', '--data', '{'], 2, /must be JSON/],
    [['pins', 'create', '--data', '@/nowhere'], 2, /cannot be read \(ENOENT\)/],
    [['pins', 'list', '--limit', 'many'], 2, /whole number/],
    [['pins', 'list', '--limit', '1000'], 1, /query\.limit/],
    [['pins', 'update', newId(), '--clear', 'status'], 2, /no such field that can be empty/],
    [['nothing'], 2, /unknown command/],
    [['pins', 'lst'], 2, /Did you mean list/],
    [['api', 'BREW', '/v1/pins'], 2, /one of GET/],
    [['api', 'GET', 'v1/pins'], 2, /begins with a slash/],
    [['explain', 'no such thing'], 4, /neither an error code nor a request id/],
    [['explain', newId()], 4, /not_found/],
    [['listen', '--forward', 'ftp://x'], 2, /http or https/],
    [['listen', '--since', 'yesterday'], 2, /no moment/],
    [['imports', 'create-from-csv', '/nowhere.csv'], 2, /ENOENT/],
  ])('%j is refused with %d', async (args, exit, words) => {
    const { code, out, err } = await pps.run(args, withKey());
    expect([code, out, err]).toEqual([exit, '', expect.stringMatching(words)]);
    expect(err).not.toContain(sandbox.text);
  });

  test('a key that may only read, none, and a service that is away have exit codes of their own', async () => {
    const reader = await newKey(service.call, account.session, { scopes: ['read'] });
    const lacking = await pps.run(['webhooks', 'create', '--url', 'https://example.com/hook', '--json'], withKey(reader.text));
    expect([lacking.code, JSON.parse(lacking.err.split('\n').at(-2) ?? '')]).toMatchObject([
      3,
      { error: { required_scope: 'write' }, exit_code: 3 },
    ]);
    expect((await pps.run(['pins', 'list'])).code).toBe(3);
    const hanging = createServer().listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    const silent = { ...withKey(), PPS_BASE_URL: `http://127.0.0.1:${(hanging.address() as AddressInfo).port}` };
    expect((await pps.run(['pins', 'list', '--timeout', '0.001'], silent)).code).toBe(6);
    hanging.close();
    expect((await pps.run(['pins', 'list', '--timeout', 'soon'], withKey())).code).toBe(2);
    expect((await pps.run(['pins', 'list'], { ...withKey(), PPS_BASE_URL: 'http://127.0.0.1:1' })).code).toBe(6);
    expect((await pps.run(['pins', 'list', '--production'], withKey())).code).toBe(2);
  });

  test('any route is called, a code and a request are explained, the machine is examined', async () => {
    const called = await pps.run(['api', 'get', '/v1/pins', '--query', 'limit=1', '--json'], withKey());
    expect(called.code).toBe(0);
    const explained = await pps.run(['explain', 'quota_exceeded', '--json'], url());
    expect(json(explained)).toMatchObject({ code: 'quota_exceeded', status: 402, remedy: expect.any(String) });
    const examined = await pps.run(['doctor', '--timeout', '120', '--json'], withKey());
    expect([examined.code, json(examined)]).toEqual([
      0,
      expect.arrayContaining([expect.objectContaining({ check: 'key', is_fine: true })]),
    ]);
    expect((await pps.run(['doctor'], { PPS_BASE_URL: 'http://127.0.0.1:1' })).code).toBe(7);
    for (const [page, path] of Object.entries({
      app: '/app',
      docs: '/docs',
      manual: '/docs/manual',
      not_found: '/docs/errors/not_found',
    })) {
      const shown = await pps.run(['open', page, '--print'], url());
      expect([shown.code, shown.out]).toEqual([0, `${service.url}${path}\n`]);
      expect([page, (await fetch(shown.out.trim())).status]).toEqual([page, 200]);
    }
    const [forecast, completions] = [await pps.run(['forecast', '--json'], withKey()), await pps.run(['completions', 'bash'])];
    expect([forecast.code, completions.code, completions.out]).toEqual([0, 0, expect.stringContaining('complete -F _pps pps')]);
  });
});
