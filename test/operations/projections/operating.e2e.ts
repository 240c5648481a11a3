import { startEventStore, type Part } from '@pps/embedded';
import { newId } from '@pps/kernel';
import { createLogger, loadConfiguration, metricsText } from '@pps/runtime';
import { physicalTable } from '@pps/read-store';
import { startProjector } from '../../../apps/projector/start-projector';
import { pinsProjection } from '../../../projections/pins/pins.projection';
import { openWorkspace, pinOf, type Workspace } from '../../campaigns/traffic/workspace';
import { eventually } from '../../setup/eventually';
import { freshDatabase } from '../../setup/fresh-database';
import { startPlatformService, type PlatformService } from '../../setup/platform-service';
import { patientSettings } from '../../setup/patient-settings';
import { pinctl as run } from './pinctl';

const { version } = pinsProjection;
let eventStore: Part;
let service: PlatformService;
let projector: { stop(): Promise<void> } | undefined;
let workspace: Workspace;
let settings: Record<string, string>;
const pinctl = (...args: string[]) => run(settings, 'projections', ...args);

beforeAll(async () => {
  // A log of its own: a poison fact would stop the projections of every other test.
  eventStore = await startEventStore({ databaseUrl: await freshDatabase() });
  service = await startPlatformService({ EVENTSTORE_URL: eventStore.url, WEBHOOK_TARGETS: 'any', DEFAULT_PLAN: 'enterprise' });
  const { DATABASE_URL = '', EVENTSTORE_URL = '', NATS_URL = '', DATA_DIR } = service.parts.configuration;
  settings = { DATABASE_URL, EVENTSTORE_URL, NATS_URL, DATA_DIR };
  const config = loadConfiguration({ ...process.env, ...patientSettings, ...settings });
  projector = await startProjector({ config, logger: createLogger('projector', config, { write: () => undefined }) });
  [workspace] = await openWorkspace([service.call], 'https://receiver.example/hook');
});

afterAll(async () => {
  await projector?.stop();
  await service?.stop();
  await eventStore?.stop();
});

const createPin = () => workspace.call('POST', '/v1/pins', pinOf(workspace, newId()));
const readPins = () => workspace.call('GET', '/v1/pins');

/** A fact in the stream of a pin that no rule of the pins can fold. */
async function poison(): Promise<string> {
  const id = newId();
  const metadata = { actor: { type: 'system' as const }, occurredAt: new Date().toISOString(), schemaVersion: 0 };
  await service.parts.store.append(`pin-${newId()}`, [{ id, type: 'PinAbandoned', data: {}, metadata }], 'no_stream');
  return id;
}

describe('pinctl projections', () => {
  it('lists every projection with its lag', async () => {
    await createPin();
    await readPins();
    const { code, stdout } = await pinctl('list', '--json');
    const { projections } = JSON.parse(stdout) as { projections: { name: string; state: string; version: number; build: number }[] };
    expect(code).toBe(0);
    expect(projections).toContainEqual(expect.objectContaining({ name: 'pins', state: 'serving', version, build: 1, error: null }));
    expect((await pinctl('list')).stdout).toMatch(/^NAME +VERSION +BUILD +STATE/);
  });

  it('shows the lag of every reader among the metrics', async () => {
    expect(await metricsText()).toMatch(/^log_reader_lag_seconds\{kind="projection",name="pins"\} \d/m);
  });

  it('rebuilds while pins are created and read, and says that they are equal', async () => {
    const answers: number[] = [];
    let ended = false;
    const traffic = Promise.all(
      [createPin, readPins].map(async (request) => {
        while (!ended) answers.push((await request()).status);
      }),
    );
    const { code, stdout } = await pinctl('rebuild', 'pins');
    ended = true;
    await traffic;
    expect({ code, last: stdout.split('\n').at(-1) }).toEqual({ code: 0, last: `pins v${version} build 2 serves; the old build is gone` });
    expect(answers.filter((status) => status >= 400)).toEqual([]);
    expect(await pinctl('compare', 'pins')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\npins +\d+ +\d+ +yes\n[^]*\nequal at \d+$/),
    });
    const compared = await pinctl('compare', 'pins', '--json');
    expect(JSON.parse(compared.stdout)).toMatchObject({ equal: true, tables: expect.any(Array) });
    expect(compared.stderr).toMatch(/^(at .*\n?)*$/);
  });

  it('refuses in one line what it cannot do', async () => {
    expect(await pinctl('retry', 'pins')).toEqual({ code: 1, stdout: '', stderr: 'pins is not stopped' });
    expect(await pinctl('rebuild', 'nothing')).toMatchObject({ code: 2, stderr: expect.stringContaining('there are: accounts, ') });
    settings = { ...settings, DATABASE_URL: 'postgres://127.0.0.1:1/none' };
    const stderr = expect.stringMatching(/^the database cannot be reached \(DATABASE_URL\): .*ECONNREFUSED/);
    expect(await pinctl('list')).toEqual({ code: 3, stdout: '', stderr });
    settings = { ...settings, DATABASE_URL: service.parts.configuration.DATABASE_URL ?? '' };
  });

  it('says that rows were changed by hand, and goes on serving them until somebody decides otherwise', async () => {
    const table = physicalTable(pinsProjection, 'pins', 2);
    await service.parts.db.raw(`update ${table} set title = 'by hand' where ctid = (select min(ctid) from ${table})`);
    expect(await pinctl('compare', 'pins')).toMatchObject({ code: 1, stderr: expect.stringMatching(/^pins differs in pins/) });
    expect(await pinctl('rebuild', 'pins')).toMatchObject({ code: 1, stderr: expect.stringContaining('the old build goes on serving') });
    expect((await readPins()).status).toBe(200);
    expect((await pinctl('rebuild', 'pins', '--accept-difference')).code).toBe(0);
    expect((await pinctl('compare', 'pins')).code).toBe(0);
  });
});

describe('a fact that the pins cannot take', () => {
  it('is shown by health, makes their reads 503 by name and no process unready, lets everything else go on, and is passed over with a reason', async () => {
    const fact = await poison();
    const named = await eventually('health names it', async () => {
      const { status, body } = await service.call('GET', '/health/ready');
      return body.checks.projection_pins.detail.state === 'stopped' ? { status, ok: body.checks.projection_pins.ok } : undefined;
    });
    expect(named).toEqual({ status: 200, ok: false });
    const refused = await readPins();
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'service_unavailable', projection: 'pins' } } });
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await createPin()).status).toBe(201);
    expect((await workspace.call('GET', '/v1/platform/accounts')).status).toBe(200);
    expect(await metricsText()).toMatch(/^log_reader_failing\{kind="projection",name="pins"\} 1$/m);
    const listed = await pinctl('list');
    expect(listed.stdout).toMatch(new RegExp(`^pins +${version} +\\d+ +stopped .*PinAbandoned ${fact}`, 'm'));
    const skipped = await pinctl('skip', 'pins', '--reason', 'written by a test');
    expect(skipped).toMatchObject({ code: 0, stdout: expect.stringContaining(`passes over PinAbandoned ${fact}`) });
    await eventually('reads of pins', async () => ((await readPins()).status === 200 ? true : undefined));
    expect((await pinctl('list')).stdout).toMatch(new RegExp(`^pins +${version} +\\d+ +PinAbandoned ${fact} .* written by a test$`, 'm'));
    await eventually('health', async () =>
      (await service.call('GET', '/health/ready')).body.checks.projection_pins.ok ? true : undefined,
    );
  });
});
