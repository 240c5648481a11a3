import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logoutCommand } from '../commands/logout.commands';
import { findCredential } from './find-credential';
import { readProfiles, withKey, writeProfile } from './profiles';

const [here, there] = ['https://pins.example.com', 'https://elsewhere.example.com'];
const kept = { ...process.env };
const sent = jest.fn<Promise<Response>, [string]>(() => Promise.resolve(new Response('{}')));
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pps-credential-'));
  for (const name of ['PPS_BASE_URL', 'PPS_URL', 'PPS_API_KEY', 'PPS_PROFILE']) delete process.env[name];
  process.env['XDG_CONFIG_HOME'] = folder;
  sent.mockClear();
  jest.spyOn(globalThis, 'fetch').mockImplementation(sent as unknown as typeof fetch);
  for (const stream of [process.stdout, process.stderr]) jest.spyOn(stream, 'write').mockReturnValue(true);
  writeProfile('default', (profile) => withKey(profile, 'sandbox', { key: 'pps_test_1' }, here));
});
afterEach(() => {
  jest.restoreAllMocks();
  process.env = { ...kept };
  rmSync(folder, { recursive: true, force: true });
});

const logOut = (...args: string[]) => logoutCommand().exitOverride().parseAsync(args, { from: 'user' });

test('a stored key is shown to its own service alone', () => {
  expect(findCredential({})?.url).toBe(here);
  expect(findCredential({ service: `${here}/` })?.url).toBe(here);
  expect(() => findCredential({ service: there })).toThrow(/of https:\/\/pins\.example\.com, and --service asks for https:\/\/elsewhere/);
  process.env['PPS_BASE_URL'] = there;
  expect(() => findCredential({})).toThrow(/PPS_BASE_URL asks for/);
  process.env['PPS_API_KEY'] = 'pps_test_2';
  expect(findCredential({})).toMatchObject({ key: 'pps_test_2', url: there });
});

test('an empty address of the environment says nothing, and the variable that counts is named', () => {
  process.env['PPS_BASE_URL'] = '';
  expect(findCredential({})?.url).toBe(here);
  process.env['PPS_URL'] = there;
  expect(() => findCredential({})).toThrow(/and PPS_URL asks for .* or leave PPS_URL out/);
  process.env['PPS_API_KEY'] = 'pps_test_2';
  expect(findCredential({})).toMatchObject({ key: 'pps_test_2', url: there });
});

test('a key that is kept for another service does not take the first one along', () => {
  writeProfile('default', (profile) => withKey(profile, 'production', { key: 'pps_live_1' }, there));
  expect([findCredential({})?.url, findCredential({ production: true })?.url]).toEqual([here, there]);
  const { sandbox } = readProfiles()['default'] ?? {};
  writeProfile('old', () => withKey({ url: here, sandbox: { key: sandbox?.key ?? '' } }, 'production', { key: 'pps_live_1' }, there));
  expect(findCredential({ profile: 'old' })?.url).toBe(here);
});

test('a key is revoked where it is one, or else it is not forgotten', async () => {
  await expect(logOut('--service', there)).rejects.toThrow('asks for');
  process.env['PPS_BASE_URL'] = there;
  await expect(logOut()).rejects.toThrow('asks for');
  expect([sent.mock.calls, readProfiles()['default']?.sandbox?.key]).toEqual([[], 'pps_test_1']);
  delete process.env['PPS_BASE_URL'];
  await logOut();
  expect([sent.mock.calls.map(([url]) => url), readProfiles()['default']?.sandbox]).toEqual([[`${here}/oauth/revoke`], undefined]);
});
