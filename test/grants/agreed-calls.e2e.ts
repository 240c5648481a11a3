import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { newId } from '@pps/kernel';
import { proposalSchema } from '../../apps/api/mcp/proposal-brief';
import { toolList } from '../../apps/api/mcp/tool-list';
import { newClient, oldClient, walked, type McpClient } from '../mcp/mcp-clients';
import { runExample } from '../sdk/run-example';
import { failPin } from '../setup/fail-pin';
import type { Headers } from '../setup/platform-user';
import { inHours, startPublishingService, type PublishingService } from './publishing-service';

const everything = '/mcp?toolsets=all';
const ajv = new Ajv({ allErrors: true, strict: false });
addFormats(ajv);

let service: PublishingService;
let [pinId, scheduleId] = ['', ''];

beforeAll(async () => {
  service = await startPublishingService();
  pinId = (await service.asPerson('POST', '/v1/pins', service.draft())).body.id;
  await failPin(service, pinId, service.person.session);
  scheduleId = (await service.asPerson('POST', '/v1/schedules', { ...service.draft(), run_at: inHours(48) })).body.id;
});

afterAll(() => service.stop());

type Answer = { readonly action: 'accept'; readonly content: { readonly yes: boolean } } | { readonly action: 'decline' };
const [yes, no]: readonly [Answer, Answer] = [{ action: 'accept', content: { yes: true } }, { action: 'decline' }];

/** A client that asks its user, who always answers the same. */
async function askingClient(headers: Headers, answer: Answer, meanwhile: () => Promise<unknown> = async () => null) {
  const client = new Client(
    { name: 'asks', version: '1' },
    { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { form: {} } } },
  );
  const questions: string[] = [];
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    questions.push(params.message);
    await meanwhile();
    return answer as never;
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(service.url + everything), { requestInit: { headers } }));
  return Object.assign(
    walked(client, (name, args) => client.callTool({ name, arguments: args })),
    { questions },
  );
}

/** A call of each tool that publishes, or changes what will be. */
const publishing = (): Readonly<Record<string, object>> => ({
  create_pin: service.draft(),
  schedule_pin: { ...service.draft(), run_at: inHours(30) },
  create_pins: { pins: [service.draft(), service.draft()] },
  update_pin: { id: pinId, title: 'A green door' },
  retry_pin: { id: pinId },
  update_schedule: { id: scheduleId, run_at: inHours(60) },
  import_pins: { rows: [service.draft(), { ...service.draft(), run_at: inHours(30) }] },
});

const counts = async () => [await service.countOf('pins'), await service.countOf('schedules')];

/** What is wrong with the answer of a tool that proposed: its own form, that of a proposal, and that no other field is there. */
function faultOf(tool: string, structured: Readonly<Record<string, unknown>>): string | null {
  const schema = toolList.find(({ name }) => name === tool)?.output ?? {};
  if (!ajv.validate(schema, structured)) return `${tool}: ${ajv.errorsText()}`;
  if (!ajv.validate({ ...proposalSchema, additionalProperties: false }, structured['proposal'])) return `${tool}: ${ajv.errorsText()}`;
  const fields = tool === 'create_pin' || tool === 'schedule_pin' ? 'key,proposal' : 'proposal';
  return Object.keys(structured).sort().join() === fields ? null : `${tool}: ${Object.keys(structured).join()}`;
}

it('the tools that propose are those that write pins, schedules and imports', () => {
  expect(toolList.flatMap(({ name, proposes }) => (proposes ? [name] : [])).sort()).toEqual(Object.keys(publishing()).sort());
  const others = toolList.flatMap(({ name, proposes, effect }) => (proposes || effect === 'reads' ? [] : [name]));
  expect(others.sort()).toEqual(['cancel_import', 'cancel_schedule', 'create_board', 'delete_pin']);
});

it.each([
  ['the newest client', 'propose', (headers: Headers) => newClient(service.url, headers, everything)],
  ['the client that most have', 'propose', (headers: Headers) => oldClient(service.url, headers, everything)],
  ['a client that asks its user', 'propose', (headers: Headers) => askingClient(headers, yes)],
  ['the newest client, which cannot ask', 'confirm', (headers: Headers) => newClient(service.url, headers, everything)],
  ['the client that most have', 'confirm', (headers: Headers) => oldClient(service.url, headers, everything)],
] as const)(
  '%s proposes with "%s", each tool in the form that it promises, and the same again is the repeat',
  async (_who, mode, connect) => {
    const client: McpClient & { questions?: string[] } = await connect(await service.granted(mode, 'mcp'));
    await client.listTools();
    const before = await counts();
    for (const [tool, args] of Object.entries(publishing())) {
      const answers = [await client.call(tool, args), await client.call(tool, args)];
      expect(answers.map(({ isError, text }) => (isError ? `${tool}: ${text}` : null))).toEqual([null, null]);
      expect(answers.map(({ structured }) => faultOf(tool, structured))).toEqual([null, null]);
      const [first, again] = answers.map(({ structured }) => structured);
      expect([first.proposal.repeated, again.proposal.repeated, again.proposal.id]).toEqual([false, true, first.proposal.id]);
      expect(first.proposal).toMatchObject({ status: 'open', link: `${service.url}/app/proposal?id=${first.proposal.id}` });
    }
    expect([await counts(), client.questions ?? []]).toEqual([before, []]);
    await client.close();
  },
);

it('an assistant sees what became of what it proposed', async () => {
  const client = await newClient(service.url, await service.granted('propose', 'mcp'), everything);
  const args = { pins: [service.draft(), service.draft()] };
  const { id } = (await client.call('create_pins', args)).structured.proposal;
  await service.asPerson('POST', `/v1/proposals/${id}/approve`, { items: [{ number: 1 }] });
  await service.asPerson('POST', `/v1/proposals/${id}/decline`, { items: [{ number: 2 }] });
  const [listed, one, pin, again] = [
    (await client.call('list_proposals', { status: 'decided', limit: 5 })).structured,
    (await client.call('get_proposal', { id })).structured,
    (await client.call('get_pin', { id })).structured,
    (await client.call('create_pins', args)).structured,
  ];
  const brief = { id, status: 'decided', total_items: 2, open_items: 0, approved_items: 1 };
  expect([listed.proposals[0], one.proposal, pin.proposal, again.proposal]).toEqual(Array(4).fill(expect.objectContaining(brief)));
  expect(one.items.map(({ status }: { status: string }) => status)).toEqual(['approved', 'declined']);
  expect((await client.call('get_pin', { id: one.items[0].pin_id })).text).toContain('Its person agreed to the proposal.');
  await client.close();
});

describe('with "propose"', () => {
  const approve = (id: string) => service.asPerson('POST', `/v1/proposals/${id}/approve`);

  it('a retry of what has not failed asks nobody, one that names the place it has does', async () => {
    const client = await newClient(service.url, await service.granted('propose', 'mcp'), everything);
    const { id, board_id } = (await service.asPerson('POST', '/v1/pins', service.draft())).body;
    const answers = [(await client.call('retry_pin', { id, board_id })).structured];
    await failPin(service, id, service.person.session);
    answers.push((await client.call('retry_pin', { id, board_id })).structured);
    expect(answers).toMatchObject([{ id, repeated: true }, { proposal: { status: 'open', repeated: false } }]);
    await client.close();
  });

  it('a change that was agreed to may be proposed again, a pin that was agreed to is there', async () => {
    const client = await newClient(service.url, await service.granted('propose', 'mcp'), everything);
    const { id } = (await service.asPerson('POST', '/v1/schedules', { ...service.draft(), run_at: inHours(50) })).body;
    for (const title of ['A', 'B', 'A']) {
      const { proposal } = (await client.call('update_schedule', { id, title })).structured;
      expect([proposal.repeated, proposal.status]).toEqual([false, 'open']);
      await approve(proposal.id);
      expect((await service.asPerson('GET', `/v1/schedules/${id}`)).body.payload.title).toBe(title);
    }
    const draft = service.draft();
    const first = (await client.call('create_pin', draft)).structured;
    await approve(first.proposal.id);
    for (const args of [draft, { ...draft, key: first.key }])
      expect((await client.call('create_pin', args)).structured.proposal).toMatchObject({ id: first.proposal.id, status: 'decided' });
    await client.close();
  });

  it('pins that are proposed in another order, with others, or by another tool, are published once', async () => {
    const client = await newClient(service.url, await service.granted('propose', 'mcp'), everything);
    const before = await service.countOf('pins');
    const [a, b, c] = [service.draft(), service.draft(), { ...service.draft(), idempotency_key: newId() }];
    const calls: [string, object][] = [
      ['create_pins', { pins: [a, b] }],
      ['create_pins', { pins: [b, c, a] }],
      ['create_pin', c],
      ['import_pins', { rows: [c] }],
    ];
    for (const [tool, args] of calls) {
      const { body } = await approve((await client.call(tool, args)).structured.proposal.id);
      expect([tool, body.status]).toEqual([tool, 'decided']);
    }
    expect(await service.countOf('pins')).toBe(before + 3);
    const rows = [service.draft(), service.draft()];
    for (const given of [rows, [...rows].reverse()])
      await approve((await client.call('import_pins', { rows: given })).structured.proposal.id);
    expect(await service.countOf('pins')).toBe(before + 5);
    await client.close();
  });

  it('all that is wrong with pins and rows is told at once, where it stands', async () => {
    const client = await newClient(service.url, await service.granted('propose', 'mcp'), everything);
    const bad = { ...service.draft(), title: '' };
    for (const [tool, list] of [
      ['create_pins', 'pins'],
      ['import_pins', 'rows'],
    ] as const) {
      const { isError, text } = await client.call(tool, { [list]: [bad, service.draft(), bad] });
      const faults = text.match(/^fault: .*$/gm) ?? [];
      expect([isError, faults.map((fault) => fault.slice(0, 20))]).toEqual([true, [`fault: "${list}.0.title`, `fault: "${list}.2.title`]]);
    }
    const { text } = await client.call('import_pins', { rows: Array.from({ length: 101 }, () => service.draft()) });
    expect(text).toContain('at most 100 at once');
    await client.close();
  });
});

describe('with "confirm"', () => {
  it('the user is asked for each pin by the client, whose word is recorded as no more than that', async () => {
    const client = await askingClient(await service.granted('confirm', 'mcp'), yes);
    const pins = [service.draft(), service.draft()];
    const { structured } = await client.call('create_pins', { pins });
    expect(structured).toMatchObject({ created: 2, failed: 0 });
    expect(client.questions).toEqual([
      expect.stringMatching(new RegExp(`1\\. Publish now: .*title "${pins[0]?.title}".*\n2\\. Publish now: .*title "${pins[1]?.title}"`)),
    ]);
    const story = await service.storyOf(structured.pins[0].id);
    expect([story.includes('The program says that its user agreed.'), story.includes('Its person agreed')]).toEqual([true, false]);
    expect((await client.call('update_schedule', { id: scheduleId, run_at: inHours(70) })).structured).toMatchObject({ id: scheduleId });
    await client.close();
  });

  it('nothing is published where the user says no, where it is too much for a question, and where it is worked off later', async () => {
    const headers = await service.granted('confirm', 'mcp');
    const before = await counts();
    const declining = await askingClient(headers, no);
    const refused = await declining.call('create_pin', service.draft());
    expect([refused.isError, refused.text]).toEqual([true, 'Nothing was done: the person did not agree.']);
    const client = await askingClient(headers, yes);
    const many = await client.call('create_pins', { pins: Array.from({ length: 11 }, () => service.draft()) });
    const file = await client.call('import_pins', { rows: [service.draft()] });
    expect([many, file].map(({ structured }) => structured.proposal.status)).toEqual(['open', 'open']);
    expect([client.questions, await counts()]).toEqual([[], before]);
    await Promise.all([declining.close(), client.close()]);
  });

  it('the question shows everything that will be published and what is different; what is too long for it is proposed', async () => {
    const client = await askingClient(await service.granted('confirm', 'mcp'), no);
    const description = 'A long story. '.repeat(50).trim();
    const shown = { description, alt_text: 'A door, blue', link_url: `https://example.org/${'a'.repeat(300)}?b=1` };
    const created = (await service.asPerson('POST', '/v1/schedules', { ...service.draft(), ...shown, run_at: inHours(51) })).body;
    await client.call('update_schedule', { id: created.id, title: 'Mine' });
    const [question = ''] = client.questions;
    for (const part of ['title "Mine" (was "Door', 'board "', ...Object.values(shown)]) expect(question).toContain(part);
    expect(question).not.toContain('(new)');
    const pins = Array.from({ length: 10 }, () => ({ ...service.draft(), ...shown }));
    expect((await client.call('create_pins', { pins })).structured.proposal.status).toBe('open');
    expect(client.questions).toHaveLength(1);
    await client.close();
  });

  it('the user agrees to what he was shown: where it is another thing meanwhile, nothing is done', async () => {
    const { id } = (await service.asPerson('POST', '/v1/schedules', { ...service.draft(), run_at: inHours(52) })).body;
    const change = () => service.asPerson('PATCH', `/v1/schedules/${id}`, { link_url: 'https://example.org/other' });
    const client = await askingClient(await service.granted('confirm', 'mcp'), yes, change);
    await expect(client.call('update_schedule', { id, title: 'Mine' })).rejects.toThrow('requestState');
    expect((await service.asPerson('GET', `/v1/schedules/${id}`)).body.payload.title).not.toBe('Mine');
    await client.close();
  });

  it('his yes is for a board, whatever it is called when the answer comes', async () => {
    const { account_id, board_id } = service.draft();
    const rename = () => service.asPerson('PATCH', `/v1/platform/boards/${board_id}`, { account_id, name: `Sea ${newId()}` });
    const client = await askingClient(await service.granted('confirm', 'mcp'), yes, async () => expect((await rename()).status).toBe(200));
    expect((await client.call('create_pin', service.draft())).structured.status).toBe('queued');
    expect(client.questions[0]).toMatch(/ board "\d+ \([^"]+\)"/);
    await client.close();
  });

  it('a line of the question cannot be made by what is published', async () => {
    const client = await askingClient(await service.granted('confirm', 'mcp'), no);
    await client.call('create_pin', { ...service.draft(), title: 'A', description: 'x\n2. Publish “nothing”; title "B"' });
    expect(client.questions[0]?.split('\n')).toHaveLength(2);
    expect(client.questions[0]).toContain('title \\"B\\"');
    await client.close();
  });
});

it('a newcomer comes from one address to two approved pins', async () => {
  const { code, out, err } = await runExample(process.execPath, ['demo/clients/assistant.mjs', service.url], process.cwd(), {});
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/proposed 3 pins.*\n.*agreed to 2 and declined 1\n.*Its person agreed on the page of the proposal\./);
});

it('with "direct" it is published without a question, as it was before there was a choice', async () => {
  const client = await askingClient(await service.granted('direct', 'mcp'), yes);
  const { structured } = await client.call('create_pin', service.draft());
  expect([structured.status, client.questions]).toEqual(['queued', []]);
  expect(await service.storyOf(structured.id)).toContain('The program did it without asking.');
  await client.close();
});
