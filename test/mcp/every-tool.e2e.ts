import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { Client as NewClient } from '@modelcontextprotocol/client';
import { findFreePort } from '@pps/embedded';
import { newId } from '@pps/kernel';
import { toolList } from '../../apps/api/mcp/tool-list';
import { grantTo } from '../grants/grant-service';
import { newKey, type Account } from '../setup/account';
import { bearer } from '../setup/caller';
import { newPersona, type Persona } from '../setup/persona';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { connectPlatformUser, type Headers } from '../setup/platform-user';
import { newClient, oldClient, type McpClient, type ToolAnswer } from './mcp-clients';
import { callEveryTool, draftOf } from './tool-calls';

const everything = '/mcp?toolsets=all';
const ajv = new Ajv({ allErrors: true, strict: false });
addFormats(ajv);

let service: PlatformService;
let ada: Persona;

beforeAll(async () => {
  const PORT = String(await findFreePort());
  service = await startPlatformService({ DEFAULT_PLAN: 'enterprise', PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}` });
  ada = await newPersona(service.call);
});

afterAll(() => service.stop());

/** The same schema, of whose objects nothing may have a field that is not named. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inside = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return 'properties' in schema && !('additionalProperties' in schema) ? { ...inside, additionalProperties: false } : inside;
}

/** What is wrong with the answer of a tool that did what it was asked for. */
function faultOf(tool: string, { isError, text, structured }: ToolAnswer): string | null {
  if (isError) return `${tool}: ${text}`;
  const schema = toolList.find(({ name }) => name === tool)?.output;
  if (!schema || !ajv.validate(closed(schema) as object, structured)) return `${tool}: ${ajv.errorsText()} in ${text}`;
  return text === JSON.stringify(structured) ? null : `${tool}: another text than its structure`;
}

describe.each([
  ['the newest client', newClient],
  ['the client that most have', oldClient],
])('every tool, called by %s', (_name, connect) => {
  it('does what it is for, and each answer is what its schema says and no more', async () => {
    const persona = await newPersona(service.call);
    const client = await connect(service.url, persona.key, everything);
    const listed = (await client.listTools()).tools.map(({ name }) => name);
    const [faults, called]: [string[], string[]] = [[], []];
    const items = [{ action: 'publish', pin: draftOf(persona) }];
    const { id: proposalId } = (await service.call('POST', '/v1/proposals', { items }, persona.key)).body;
    await callEveryTool(client, { ...persona, proposalId }, (tool, answer) => {
      called.push(tool);
      const fault = faultOf(tool, answer);
      if (fault !== null) faults.push(fault);
    });
    expect(faults).toEqual([]);
    expect([...new Set(called)].sort()).toEqual([...listed].sort());
    await client.close();
  });

  it('refuses in words what is no argument of it, and what is not there', async () => {
    const client = await connect(service.url, ada.key, everything);
    await client.listTools();
    for (const { name, input } of toolList) {
      const required = (input['required'] ?? []) as readonly string[];
      const refused = [await client.call(name, { nonsense: 1 }), await client.call(name, { id: 5, account_id: [], rows: 'x', pins: {} })];
      if (required.includes('id')) refused.push(await client.call(name, { id: newId() }));
      if (name === 'list_pins')
        for (const more of [{ ids: newId() }, { sort: 'created_at_asc' }, { removed: true }]) refused.push(await client.call(name, more));
      if (name === 'validate_pin') continue;
      for (const answer of refused) expect([name, answer]).toEqual([name, refusal(/validation_error|not_found/)]);
    }
    await client.close();
  });
});

const refusal = (code: RegExp) => ({
  isError: true,
  structured: undefined,
  text: expect.stringMatching(new RegExp(`^error: (${code.source})\nmessage: [^]*\nremedy: [^]*\ndoc_url: .*\nrequest_id: .*$`)),
});

describe('a lesser key', () => {
  it('is shown what it may call, and told which scope the rest needs', async () => {
    const reading = await newKey(service.call, ada.session, { scopes: ['read'] });
    const client = await newClient(service.url, { authorization: `Bearer ${reading.text}` }, everything);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(toolList.filter(({ scope }) => scope === 'read').map(({ name }) => name));
    for (const { name, scope } of toolList.filter((tool) => tool.scope !== 'read')) {
      const answer = await client.call(name, {});
      expect([name, answer]).toEqual([name, refusal(/insufficient_scope/)]);
      expect(answer.text).toContain(`required_scope: "${scope}"`);
    }
    await client.close();
  });
});

describe.each([
  ['a key', keyOfAccount],
  ['a grant', grantOfAccount],
])('%s that is limited to an account', (_name, limited) => {
  it('learns nothing of others: their ids are in no answer of any tool or resource', async () => {
    const persona = await newPersona(service.call);
    const { body } = await connectPlatformUser(service.call, persona.key, { username: `other-${newId()}` });
    const other = { accountId: body.account_id as string, boardId: '' };
    const boards = await service.call('GET', `/v1/platform/boards?account_id=${other.accountId}`, undefined, persona.key);
    other.boardId = boards.body[0].id;
    const whole = await newClient(service.url, persona.key, everything);
    const theirs = await callEveryTool(whole, other, () => undefined);
    await whole.close();
    const client = await newClient(service.url, await limited(persona), everything);
    const answers: string[] = [];
    await callEveryTool(client, persona, (_tool, { text }) => void answers.push(text));
    const named = await Promise.all(namingOthers(client, other, theirs));
    expect(named.filter(({ isError }) => !isError).map(({ text }) => text)).toEqual([]);
    const read = (uri: string) => (client.raw as NewClient).readResource({ uri });
    for (const uri of [`accounts/${other.accountId}`, `accounts/${other.accountId}/boards/${other.boardId}`, `pins/${theirs.pinId}`])
      await expect(read(`pps://${uri}`)).rejects.toThrow(/not_found|account_not_permitted/);
    answers.push(
      JSON.stringify(await client.raw.listResources()),
      ...named.map(({ text }) => text.replace(/^(message|fault|.*_id): .*$/gm, '')),
    );
    const secrets = [other.accountId, theirs.pinId, theirs.scheduleId];
    expect(answers.filter((text) => secrets.some((id) => text.includes(id)))).toEqual([]);
    await client.close();
  });
});

async function keyOfAccount({ session, accountId }: Persona): Promise<Headers> {
  return (await newKey(service.call, session, { platform_account_ids: [accountId] })).headers;
}

async function grantOfAccount({ session, accountId }: Persona): Promise<Headers> {
  const { user, active_project: project } = (await service.call('GET', '/v1/auth/me', undefined, session)).body;
  const account = { email: user.email, projectId: project.id } as Account;
  const ticked = { scope_destructive: 'on', [`account_${accountId}`]: 'on' };
  const { access } = await grantTo(service, { account, ticked, asked: { scope: 'read write destructive' } });
  return bearer(access);
}

type Theirs = Awaited<ReturnType<typeof callEveryTool>>;

const namingOthers = (client: McpClient, other: { accountId: string; boardId: string }, theirs: Theirs): Promise<ToolAnswer>[] => [
  ...['list_boards', 'check_board', 'get_quota', 'create_board'].map((tool) =>
    client.call(tool, {
      account_id: other.accountId,
      ...(tool === 'check_board' && { board_id: '1' }),
      ...(tool === 'create_board' && { name: 'x' }),
    }),
  ),
  client.call('list_pins', { account_id: other.accountId }),
  client.call('list_schedules', { account_id: other.accountId }),
  client.call('create_pin', draftOf(other)),
  ...['get_pin', 'why_is_this_pin_waiting', 'update_pin', 'retry_pin', 'delete_pin'].map((tool) => client.call(tool, { id: theirs.pinId })),
  ...['update_schedule', 'cancel_schedule'].map((tool) => client.call(tool, { id: theirs.scheduleId })),
];
