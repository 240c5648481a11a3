import { signCheckpoints } from '@pps/audit';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { register } from '../../setup/account';
import { startPlatformService, type PlatformService } from '../../setup/platform-service';
import { servedLog } from '../../setup/running-service';
import { pinctl } from '../projections/pinctl';

let service: PlatformService;
let settings: Record<string, string>;
let ids: { readonly user: string; readonly project: string };
const folder = mkdtempSync(join(tmpdir(), 'answers-'));

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'enterprise', EVENTSTORE_URL: servedLog });
  const { DATABASE_URL = '', EVENTSTORE_URL = '', NATS_URL = '', DATA_DIR } = service.parts.configuration;
  settings = { DATABASE_URL, EVENTSTORE_URL, NATS_URL, DATA_DIR };
  const { userId, projectId, session } = await register(service.call);
  ids = { user: userId, project: projectId };
  // It waits for the index of histories, which is what is signed.
  expect((await service.call('GET', '/v1/audit/events?limit=1', undefined, session)).status).toBe(200);
  await signCheckpoints(service.parts);
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What a command answers a program, and its exit code. */
async function answer(...args: string[]): Promise<{ code: unknown; json: unknown }> {
  const { code, stdout, stderr } = await pinctl(settings, ...args, '--json');
  try {
    return { code, json: JSON.parse(stdout) };
  } catch {
    throw new Error(`no JSON for ${args.join(' ')}: ${stdout} ${stderr}`);
  }
}

const seen = (part: string, line: RegExp) => ({ part, state: 'ok', line: expect.stringMatching(line) });

it('every command that answers a person answers a program, and nothing else stands on standard output', async () => {
  const { user, project } = ids;
  const exported = join(folder, 'history');
  const rows: readonly (readonly [command: string, code: number, answer: unknown])[] = [
    ['projections list', 0, { projections: expect.any(Array), skipped: [] }],
    ['accounts parked', 0, []],
    ['users disable-second-factor USER', 0, { id: user, changed: false }],
    [`analytics export pins ${join(folder, 'pins.csv')} --format csv`, 0, { view: 'pins', file: join(folder, 'pins.csv'), rows: 0 }],
    [`analytics grant nobody-${project.slice(0, 8)} PROJECT`, 0, expect.objectContaining({ workspace_id: project, changed: true })],
    [`analytics revoke nobody-${project.slice(0, 8)} PROJECT`, 0, expect.objectContaining({ workspace_id: project, changed: true })],
    [`audit export PROJECT ${exported}`, 0, { workspace_id: project, folder: exported, facts: expect.any(Number) }],
    [`audit verify PROJECT ${exported}`, 0, expect.objectContaining({ valid: true })],
    [`audit replay PROJECT ${exported} --compare`, 0, expect.objectContaining({ equal: true, differences: [] })],
    ['audit witness', 0, expect.objectContaining({ text: expect.any(String), signature: expect.any(String), key_id: expect.any(String) })],
    ['audit rotate-key', 0, { key_id: expect.any(String) }],
    ['billing set PROJECT --plan growth', 0, expect.objectContaining({ workspace_id: project, plan: 'growth', changed: true })],
    ['backup check', 0, expect.objectContaining({ findings: [], findings_total: 0, head: expect.stringMatching(/^\d+$/) })],
    [
      'doctor',
      0,
      { findings: expect.arrayContaining([seen('connections', /^\d+ of \d+ in use; \d+ hosts may open/), seen('work queue', /answers/)]) },
    ],
    ['vault status', 0, [expect.objectContaining({ given_as: 'MASTER_KEY', subjects: expect.any(Number) })]],
    ['vault rotate', 0, expect.objectContaining({ rewrapped: 0 })],
    ['forget status', 0, []],
    ['forget list', 0, []],
    ['users forget USER', 0, { id: user, forgotten: true }],
    ['forget workspace USER', 0, { id: user, forgotten: true }],
    ['forget again', 0, expect.objectContaining({ known: 0, unknown: 0 })],
  ];
  const words = new Map([
    ['USER', user],
    ['PROJECT', project],
  ]);
  for (const [command, code, json] of rows) {
    const args = command.split(' ').map((word) => words.get(word) ?? word);
    expect([command, await answer(...args)]).toEqual([command, { code, json }]);
  }
});

it('a part that is away hides nothing of the others, and a fault is the exit code', async () => {
  const { code, stdout, stderr } = await pinctl({ ...settings, NATS_URL: 'nats://127.0.0.1:1' }, 'doctor');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^state +part +seen$/m);
  expect(stdout).toMatch(/^ok +database +PostgreSQL \d.* takes writes$/m);
  expect(stdout).toMatch(/^warning +work queue .*: hosts look for work themselves$/m);
  const gone = await pinctl({ ...settings, DATABASE_URL: 'postgres://nobody:secret-of-it@127.0.0.1:1/none' }, 'doctor');
  expect([gone.code, gone.stderr]).toEqual([1, expect.stringMatching(/^\d faults$/)]);
  expect(gone.stdout).toMatch(/^fault +database +cannot be used: .*ECONNREFUSED/m);
  expect(gone.stdout).toMatch(/^ok +event store[^]*^ok +work queue/m);
  expect(gone.stdout).not.toContain('secret-of-it');
});
