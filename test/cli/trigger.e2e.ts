import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installation, type Installation } from '../campaigns/installation/installation';
import { newKey, register } from '../setup/account';
import { caller, type Call } from '../setup/caller';
import { eventually } from '../setup/eventually';
import { migratedDatabase } from '../setup/migrated-database';
import { bundledPps, type Pps } from './bundled-pps';

const settings = {
  DEFAULT_PLAN: 'pro',
  SERVICE_PROCESSES: 'one',
  LOG_LEVEL: 'error',
  WEBHOOK_TARGETS: 'any',
  AUDIT_CHECKPOINT_EVERY: '1s',
};
let [running, pps, call] = [undefined as unknown as Installation, undefined as unknown as Pps, undefined as unknown as Call];
let environment: Record<string, string>;
let production: string;
beforeAll(async () => {
  [running, pps] = [await installation({ ...settings, DATABASE_URL: await migratedDatabase() }), bundledPps()];
  await running.start();
  call = caller(running.apiPort);
  const { session } = await register(call);
  production = (await newKey(call, session)).text;
  const { body } = await call('POST', '/v1/projects/sandbox', {}, session);
  const project = body.projects.find((each: { environment: string }) => each.environment === 'sandbox');
  const switched = await call('POST', '/v1/projects/switch', { project_id: project.id }, session);
  const key = await newKey(call, { authorization: `Bearer ${switched.body.access_token}` });
  environment = { PPS_API_KEY: key.text, PPS_BASE_URL: `http://127.0.0.1:${running.apiPort}` };
});
afterAll(async () => {
  await running.stop();
  await running.discard(false);
  pps.remove();
});

const events = [
  ...['webhook.test', 'pin.published', 'pin.failed', 'pin.deferred', 'schedule.canceled', 'schedule.fired', 'import.completed'],
  ...['schedule.failed', 'account.reconnect_required', 'webhook.disabled', 'quota.threshold_reached'],
];

test('what is triggered arrives, an import is resumed, and production is refused', async () => {
  const listener = pps.start(['listen', '--json'], environment);
  await eventually('live', async () => listener.err.includes('\nlive\n') || undefined, 240_000);
  const refused: string[] = [];
  for (const event of events) {
    const { code, err } = await pps.run(['trigger', event, '--json'], environment);
    if (code !== 0) refused.push(`${event}: ${err.split('\n').slice(1).join(' ')}`);
  }
  expect(refused).toEqual([]);
  const arrived = (): readonly string[] =>
    listener.out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).event.type as string]));
  const missing = (): readonly string[] => [...events, 'pin.queued', 'pin.publishing'].filter((event) => !arrived().includes(event));
  await eventually('every event', async () => missing().length === 0 || undefined, 120_000).catch(() => undefined);
  expect(missing()).toEqual([]);
  listener.send('SIGINT');
  await listener.ended;
  const live = await pps.run(['trigger', 'pin.published'], { ...environment, PPS_API_KEY: production });
  expect([live.code, live.err]).toEqual([2, expect.stringContaining('in a sandbox alone')]);
}, 900_000);

test('an import of a file whose rows fail keeps them, and the same command goes on with the same import', async () => {
  const file = join(pps.home, 'pins.csv');
  writeFileSync(file, 'account_id,board_id,title,image_url\nnone,1,Door,https://images.example.com/door.jpg\n');
  const first = await pps.run(['import', file, '--watch', '--json'], environment);
  expect([first.code, first.err]).toEqual([1, expect.stringContaining(`1 rows failed; they are in ${file}.failed.csv`)]);
  expect(existsSync(`${file}.failed.csv`) && readFileSync(`${file}.failed.csv`, 'utf8')).toContain('Door');
  const again = await pps.run(['import', file, '--json'], environment);
  expect([again.code, JSON.parse(again.out).id]).toEqual([0, JSON.parse(first.out).id]);
  expect(again.err).toContain('was begun before: this goes on with it');
  const tail = await pps.run(['logs', 'tail', '--no-follow', '--since', '1h', '--json'], environment);
  expect([tail.code, tail.out.split('\n').length > 1]).toEqual([0, true]);
  // Without a checkpoint nothing can be proved, and the command says so.
  const verified = await eventually('a checkpoint that proves the history', async () => {
    const { code, out } = await pps.run(['audit', 'verify', '--json'], environment);
    return code === 0 ? out : undefined;
  });
  expect(verified).toContain('"valid":true');
}, 600_000);
