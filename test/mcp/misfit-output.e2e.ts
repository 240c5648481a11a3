import { newId } from '@pps/kernel';
import { findTool } from '../../apps/api/mcp/tool-list';
import { newPersona, type Persona } from '../setup/persona';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { newClient, oldClient, type McpClient } from './mcp-clients';
import { draftOf } from './tool-calls';

let service: PlatformService;
let ada: Persona;

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'enterprise' });
  ada = await newPersona(service.call);
});
afterAll(() => service.stop());

const everything = '/mcp?toolsets=all';
const run_at = new Date(Date.now() + 86_400_000).toISOString();

interface Promised {
  readonly required: string[];
}

/** Lets a tool promise a field that no answer has, as long as `work` lasts: a client refuses what it is answered after the tool has done its work. */
async function promising<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { required, anyOf = [{ required }] } = findTool(name)?.output as unknown as Promised & { readonly anyOf?: readonly Promised[] };
  for (const each of anyOf) each.required.push('planted');
  try {
    return await work();
  } finally {
    for (const each of anyOf) each.required.pop();
  }
}

const writes: readonly (readonly [string, () => Promise<object>])[] = [
  ['create_pin', async () => draftOf(ada)],
  ['create_pins', async () => ({ pins: [draftOf(ada), draftOf(ada)] })],
  ['schedule_pin', async () => ({ ...draftOf(ada), run_at })],
  ['import_pins', async () => ({ rows: [{ ...draftOf(ada), run_at }] })],
  ['create_board', async () => ({ account_id: ada.accountId, name: `Doors ${newId()}` })],
  ['delete_pin', async () => ({ id: (await service.call('POST', '/v1/pins', draftOf(ada), ada.key)).body.id as string })],
];

describe.each([
  ['the newest client', newClient],
  ['the client that most have', oldClient],
])('what %s refuses as another answer than was promised', (_name, connect) => {
  test.each(writes)('%s: it was done, and the same call again is its repeat', async (tool, argumentsOf) => {
    const args = await argumentsOf();
    await promising(tool, async () => {
      const misled: McpClient = await connect(service.url, ada.key, everything);
      await misled.listTools();
      for (let n = 0; n < 3; n++) await expect(misled.call(tool, args)).rejects.toThrow(/planted|output schema/i);
      await misled.close();
    });
    const client = await connect(service.url, ada.key, everything);
    await client.listTools();
    const { structured, isError } = await client.call(tool, args);
    const repeated = tool === 'create_pins' ? structured.created === 0 && structured.repeated === 2 : structured.repeated;
    expect([isError, repeated]).toEqual([false, true]);
    await client.close();
  });
});

test('took one unit for each pin', async () => {
  const { body: billing } = await service.call('GET', '/v1/billing/status', undefined, ada.key);
  const { body: pins } = await service.call('GET', '/v1/pins?limit=200', undefined, ada.key);
  expect(new Set((pins as { title: string }[]).map(({ title }) => title)).size).toBe(pins.length);
  // Of each client: one pin, two of a batch, and one that was deleted, whose unit only an orchestrator gives back; schedules take theirs when they fire.
  expect([pins.length, billing.quota_used]).toEqual([2 * 3, 2 * 4]);
});
