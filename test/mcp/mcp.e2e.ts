import { newId } from '@pps/kernel';
import { newPersona, type Persona } from '../setup/persona';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { newClient, oldClient } from './mcp-clients';

let service: PlatformService;
let ada: Persona;

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'playground', CORS_ORIGINS: 'https://app.example.com' });
  ada = await newPersona(service.call);
});

afterAll(() => service.stop());

describe.each([
  ['the newest client', newClient],
  ['the client that most have', oldClient],
])('%s', (_name, connect) => {
  it('reads with a key as its bearer: accounts, boards, a pin and its story', async () => {
    const client = await connect(service.url, ada.key);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['list_accounts', 'get_pin']));
    expect((await client.call('list_accounts')).structured).toMatchObject({
      accounts: [{ id: ada.accountId, health: 'healthy', outside_text: { username: ada.username } }],
    });
    const { structured: boards } = await client.call('list_boards', { account_id: ada.accountId });
    expect(boards.boards[0].id).toBe(ada.boardId);
    const { body: pin } = await service.call('POST', '/v1/pins', draft(), ada.key);
    expect((await client.call('get_pin', { id: pin.id })).structured).toMatchObject({
      pin: { id: pin.id, status: 'queued', outside_text: { title: 'Blue door' } },
    });
    expect((await client.call('why_is_this_pin_waiting', { id: pin.id })).structured).toMatchObject({ id: pin.id, status: 'queued' });
    await client.close();
  });

  it('is told of a refusal in words: code, remedy, request', async () => {
    const client = await connect(service.url, ada.key);
    const { isError, text, structured } = await client.call('get_pin', { id: newId() });
    expect([isError, structured]).toEqual([true, undefined]);
    expect(text).toMatch(/^error: not_found\nmessage: "Pin not found"\nremedy: .+\ndoc_url: http.+\nrequest_id: .+$/);
    await client.close();
  });
});

const draft = () => ({
  account_id: ada.accountId,
  board_id: ada.boardId,
  title: 'Blue door',
  image_url: 'https://images.example.com/door.jpg',
});
