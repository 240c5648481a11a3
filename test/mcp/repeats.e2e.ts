import { startNats } from '@pps/embedded';
import { newId } from '@pps/kernel';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOrchestrator } from '../../apps/orchestrator/start-orchestrator';
import { newKey } from '../setup/account';
import type { Call } from '../setup/caller';
import { eventually } from '../setup/eventually';
import { newPersona, type Persona } from '../setup/persona';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import type { Headers } from '../setup/platform-user';
import { modernCall } from './send-raw';
import { draftOf } from './tool-calls';

let service: PlatformService;
let another: Call;
let ada: Persona;
let stopReleasing: () => Promise<void>;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'repeats-'));
  const nats = await startNats({ storeDir: folder });
  service = await startPlatformService({ DEFAULT_PLAN: 'enterprise', BOARD_LISTS_PER_PROJECT: '100000', NATS_URL: nats.url });
  // Gives back the units of requests that another process was before.
  const { configuration: config, logger } = service.parts;
  const orchestrator = await startOrchestrator({ config, logger }, undefined, service.openLog);
  stopReleasing = async () => {
    await orchestrator.stop();
    await nats.stop();
    await rm(folder, { recursive: true, force: true });
  };
  another = await service.another();
  ada = await newPersona(service.call);
});

afterAll(async () => {
  await stopReleasing();
  await service.stop();
});

/** The result of a tool: what it says, with `text` where it is a refusal. */
async function callOn(process: Call, tool: string, args: object, key: Headers = ada.key) {
  const { body, headers } = modernCall(tool, args);
  const answer = await process('POST', '/mcp', JSON.parse(body), { ...headers, ...key });
  const { result } = answer.body;
  return result.isError ? { text: result.content[0].text as string } : result.structuredContent;
}

const call = (tool: string, args: object, key?: Headers) => callOn(service.call, tool, args, key);
const used = async () => (await call('get_quota', {})).quota_used as number;
const usedIs = (wanted: number) => eventually(`${wanted} units used`, async () => ((await used()) === wanted ? true : undefined), 120_000);

/** The same call twenty times at once, on two processes. */
const twenty = (tool: string, args: object) =>
  Promise.all(Array.from({ length: 20 }, (_, n) => callOn(n % 2 ? another : service.call, tool, args)));

const idsOf = (results: readonly { readonly id?: string }[]) => new Set(results.flatMap(({ id }) => id ?? []));
const refusals = (results: readonly { readonly text?: string }[]) =>
  new Set(results.flatMap(({ text }) => (text === undefined ? [] : [text.split('\n', 1)[0]])));

describe('a repeated call', () => {
  it('of create_pin is the repeat, says so, and takes no second unit', async () => {
    const draft = draftOf(ada);
    const before = await used();
    const first = await call('create_pin', draft);
    expect(first).toMatchObject({ repeated: false, status: 'queued', quota_remaining: expect.any(Number) });
    const reordered = Object.fromEntries(Object.entries({ ...draft, account_id: ada.accountId.toUpperCase() }).reverse());
    expect(await call('create_pin', reordered)).toMatchObject({ id: first.id, repeated: true, key: first.key });
    expect(await used()).toBe(before + 1);
    const once = await call('create_pin', { ...draft, again: true, key: newId() });
    expect([once.repeated, once.id === first.id]).toEqual([false, false]);
    expect((await call('create_pin', { ...draft, title: 'Another door' })).id).not.toBe(first.id);
  });

  it('with a key is the repeat of that key, on a route too, and other content is refused', async () => {
    const [draft, key] = [draftOf(ada), newId()];
    const first = await call('create_pin', { ...draft, key });
    const onRoute = await service.call('POST', '/v1/pins', { ...draft, idempotency_key: key }, ada.key);
    expect([onRoute.status, onRoute.body.id]).toEqual([201, first.id]);
    expect((await call('create_pin', { ...draft, key, title: 'Other' })).text).toMatch(/^error: idempotency_key_reused/);
  });

  it('by another key of the project is another call', async () => {
    const draft = draftOf(ada);
    const other = await newKey(service.call, ada.session);
    expect((await call('create_pin', draft)).id).not.toBe((await call('create_pin', draft, other.headers)).id);
  });

  it('after the pin was deleted is refused with the way to mean it once more', async () => {
    const draft = draftOf(ada);
    const { id } = await call('create_pin', draft);
    expect(await call('delete_pin', { id })).toMatchObject({ deleted: true, repeated: false });
    expect(await call('delete_pin', { id })).toMatchObject({ deleted: true, repeated: true });
    expect((await call('create_pin', draft)).text).toMatch(/^error: idempotency_key_reused\n[^]*remedy: .*again: true/);
    expect(await call('create_pin', { ...draft, again: true, key: newId() })).toMatchObject({ repeated: false });
  });

  it('of a batch makes nothing more, and what is in it twice is meant twice', async () => {
    const [blue, red] = [draftOf(ada), draftOf(ada)];
    const first = await call('create_pins', { pins: [blue, red, blue] });
    expect([first.created, new Set(first.pins.map(({ id }: { id: string }) => id)).size]).toEqual([3, 3]);
    const again = await call('create_pins', { pins: [blue, red, blue] });
    expect([again.created, again.repeated, again.pins.map(({ id }: { id: string }) => id)]).toEqual([
      0,
      3,
      first.pins.map(({ id }: { id: string }) => id),
    ]);
    expect(await call('create_pin', red)).toMatchObject({ id: first.pins[1].id, repeated: true });
  });

  it('of a change, a cancellation or a retry changes nothing more', async () => {
    const { id } = await call('create_pin', draftOf(ada));
    const change = { id, description: 'Open' };
    expect([(await call('update_pin', change)).repeated, (await call('update_pin', change)).repeated]).toEqual([false, true]);
    expect(await call('retry_pin', { id })).toMatchObject({ status: 'queued', repeated: true });
    const run_at = new Date(Date.now() + 86_400_000).toISOString();
    const schedule = await call('schedule_pin', { ...draftOf(ada), run_at });
    const canceled = [await call('cancel_schedule', { id: schedule.id }), await call('cancel_schedule', { id: schedule.id })];
    expect(canceled.map(({ status, repeated }) => [status, repeated])).toEqual([
      ['canceled', false],
      ['canceled', true],
    ]);
  });
});

describe('a call that is meant once more', () => {
  const keyIn = (text: string) => /key: "([^"]+)"/.exec(text)?.[1] ?? '';

  it('needs a key, which its refusal hands out, and is repeatable by that', async () => {
    const run_at = new Date(Date.now() + 86_400_000).toISOString();
    for (const [tool, args] of [
      ['create_pin', draftOf(ada)],
      ['schedule_pin', { ...draftOf(ada), run_at }],
    ] as const) {
      const { id } = await call(tool, args);
      const { text } = await call(tool, { ...args, again: true });
      expect([tool, text]).toEqual([tool, expect.stringMatching(/^error: validation_error\nmessage: "again: true needs a key"\nremedy: /)]);
      const once = { ...args, again: true, key: keyIn(text) };
      const results = [...(await twenty(tool, once)), await call(tool, once)];
      expect([tool, idsOf(results).size, idsOf(results).has(id)]).toEqual([tool, 1, false]);
      expect(results.at(-1)).toMatchObject({ repeated: true });
    }
    const board = await call('create_board', { account_id: ada.accountId, name: `Doors ${newId()}`, again: true });
    expect(board.text).toMatch(/^error: validation_error\nmessage: "again: true needs a key"/);
  });

  it('is no argument of an import, nor is any other that it does not know; a row has a key of its own for it', async () => {
    const row = { ...draftOf(ada), run_at: new Date(Date.now() + 86_400_000).toISOString() };
    const created = async (args: object) => {
      const { id } = await call('import_pins', args);
      const ended = async () => {
        const { status, created_rows: made } = await call('get_import', { id });
        return status.startsWith('completed') ? (made as number) : undefined;
      };
      return eventually('the end of the import', ended, 120_000);
    };
    const before = (await call('list_imports', {})).total;
    for (const unknown of [{ again: true }, { dry_run: true }])
      expect((await call('import_pins', { rows: [row], key: newId(), ...unknown })).text).toMatch(
        /^error: validation_error\n[^]*\nfault: .*is not a known field/,
      );
    expect((await call('list_imports', {})).total).toBe(before);
    expect(await created({ rows: [row] })).toBe(1);
    expect(await created({ rows: [row], key: newId() })).toBe(0);
    expect(await created({ rows: [{ ...row, idempotency_key: newId() }] })).toBe(1);
  });

  it('of a batch needs one too, unless each of its pins has its own', async () => {
    const pins = [draftOf(ada), draftOf(ada)];
    expect(await call('create_pins', { pins })).toMatchObject({ created: 2 });
    const { text } = await call('create_pins', { pins, again: true });
    expect(text).toMatch(/^error: validation_error/);
    const once = { pins, again: true, key: keyIn(text) };
    expect([await call('create_pins', once), await call('create_pins', once)]).toMatchObject([{ created: 2 }, { created: 0, repeated: 2 }]);
    const named = { pins: pins.map((pin) => ({ ...pin, idempotency_key: newId() })), again: true };
    expect(await call('create_pins', named)).toMatchObject({ created: 2 });
  });
});

describe('twenty at once on two processes', () => {
  it('of create_pin make one pin and take one unit', async () => {
    const [draft, before] = [draftOf(ada), await used()];
    const results = await twenty('create_pin', draft);
    expect([idsOf(results).size, refusals(results).size, results.filter(({ repeated }) => repeated === false)]).toEqual([
      1,
      0,
      [expect.anything()],
    ]);
    await usedIs(before + 1);
  });

  it('of create_pins make each pin once', async () => {
    const [pins, before] = [[draftOf(ada), draftOf(ada), draftOf(ada)], await used()];
    const results = await twenty('create_pins', { pins });
    const ids = results.flatMap((result) => (result.pins ?? []).map(({ id }: { id: string }) => id));
    expect([new Set(ids).size, results.reduce((sum, { created = 0 }) => sum + created, 0)]).toEqual([3, 3]);
    await usedIs(before + 3);
  });

  it('of schedule_pin make one schedule', async () => {
    const results = await twenty('schedule_pin', { ...draftOf(ada), run_at: new Date(Date.now() + 86_400_000).toISOString() });
    expect([idsOf(results).size, refusals(results).size, results.filter(({ repeated }) => repeated === false).length]).toEqual([1, 0, 1]);
  });

  it('of cancel_schedule cancel it, and each is told so', async () => {
    const { id } = await call('schedule_pin', { ...draftOf(ada), run_at: new Date(Date.now() + 86_400_000).toISOString() });
    const results = await twenty('cancel_schedule', { id });
    expect([refusals(results), new Set(results.map(({ status }) => status))]).toEqual([new Set(), new Set(['canceled'])]);
  });

  it('of create_board, import_pins and delete_pin do it once; who comes meanwhile is told to ask again', async () => {
    const { id } = await call('create_pin', draftOf(ada));
    const rows = [{ ...draftOf(ada), run_at: new Date(Date.now() + 86_400_000).toISOString() }];
    for (const [tool, args] of [
      ['create_board', { account_id: ada.accountId, name: `Doors ${newId()}` }],
      ['import_pins', { rows }],
      ['delete_pin', { id }],
    ] as const) {
      const results = [...(await twenty(tool, args)), await call(tool, args)];
      expect([tool, idsOf(results).size, results.filter(({ repeated }) => repeated === false).length]).toEqual([tool, 1, 1]);
      expect([...refusals(results)].filter((refusal) => refusal !== 'error: conflict')).toEqual([]);
      expect(results.at(-1)).toMatchObject({ repeated: true });
    }
  });
});
