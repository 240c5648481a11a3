import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { newId } from '@pps/kernel';
import { newKey } from '../setup/account';
import type { Call } from '../setup/caller';
import { newPersona, type Persona } from '../setup/persona';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import type { Headers } from '../setup/platform-user';
import { modernCall } from './send-raw';
import { draftOf } from './tool-calls';

let service: PlatformService;
let another: Call;
let ada: Persona;
let aheadMs = 0;

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'enterprise' }, () => new Date(Date.now() + aheadMs));
  another = await service.another();
  ada = await newPersona(service.call);
});

afterAll(() => service.stop());

const pin = async (): Promise<string> => (await service.call('POST', '/v1/pins', draftOf(ada), ada.key)).body.id;
const statusOf = async (id: string) => (await service.call('GET', `/v1/pins/${id}`, undefined, ada.key)).status;

it.each([
  ['agrees', { action: 'accept', content: { yes: true } }, 404],
  ['says no', { action: 'accept', content: { yes: false } }, 200],
  ['declines', { action: 'decline' }, 200],
  ['goes away', { action: 'cancel' }, 200],
] as const)('the person is asked before a pin is deleted, and %s', async (_what, answer, status) => {
  const client = new Client(
    { name: 'asks', version: '1' },
    { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { form: {} } } },
  );
  const questions: string[] = [];
  client.setRequestHandler('elicitation/create', ({ params }) => {
    questions.push(params.message);
    return { ...answer } as never;
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers: ada.key } }));
  const id = await pin();
  const result = await client.callTool({ name: 'delete_pin', arguments: { id } });
  expect([questions, result.isError ?? false, await statusOf(id)]).toEqual([[expect.stringContaining(id)], status === 200, status]);
  await client.close();
});

describe('what the client carries from the question to the answer', () => {
  const agreed = { agree: { action: 'accept', content: { yes: true } } };

  async function deletion(
    args: object,
    round: object = {},
    { process = service.call, key = ada.key }: { process?: Call; key?: Headers } = {},
  ) {
    const { body, headers } = modernCall('delete_pin', args);
    const message = JSON.parse(body);
    Object.assign(message.params, round);
    message.params._meta['io.modelcontextprotocol/clientCapabilities'] = { elicitation: { form: {} } };
    return (await process('POST', '/mcp', message, { ...headers, ...key })).body;
  }

  const stateOf = async (args: object): Promise<string> => {
    const { result } = await deletion(args);
    expect([result.resultType, result.inputRequests.agree.method]).toEqual(['input_required', 'elicitation/create']);
    return result.requestState;
  };

  it('is read by another process, and tells nothing', async () => {
    const id = await pin();
    const requestState = await stateOf({ id });
    expect(requestState).toMatch(/^expires=\d+&signature=[\w-]+$/);
    const { result } = await deletion({ id }, { requestState, inputResponses: agreed }, { process: another });
    expect(result.structuredContent).toMatchObject({ id, deleted: true });
  });

  it('fits no other pin, no other wish, no other key, and is not to be made up', async () => {
    const [id, other] = [await pin(), await pin()];
    const requestState = await stateOf({ id });
    const key = (await newKey(service.call, ada.session)).headers;
    const refused = [
      await deletion({ id: other }, { requestState, inputResponses: agreed }),
      await deletion({ id, from_network: true }, { requestState, inputResponses: agreed }),
      await deletion({ id }, { requestState, inputResponses: agreed }, { key }),
      await deletion({ id }, { requestState: requestState.replace(/expires=\d/, 'expires=9'), inputResponses: agreed }),
      await deletion({ id }, { requestState: newId(), inputResponses: agreed }),
    ];
    expect(refused.map(({ error }) => error?.code)).toEqual(Array(5).fill(-32_602));
    expect([await statusOf(id), await statusOf(other)]).toEqual([200, 200]);
  });

  it('is over after ten minutes', async () => {
    const id = await pin();
    const requestState = await stateOf({ id });
    aheadMs = 601_000;
    const late = await deletion({ id }, { requestState, inputResponses: agreed });
    aheadMs = 0;
    expect([late.error?.code, await statusOf(id)]).toEqual([-32_602, 200]);
  });

  it('is nothing without an answer: the person is asked again', async () => {
    const id = await pin();
    const again = await deletion({ id }, { inputResponses: agreed });
    expect([again.result?.resultType, await statusOf(id)]).toEqual(['input_required', 200]);
  });
});
