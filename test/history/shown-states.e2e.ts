import { newId } from '@pps/kernel';
import { startBackgroundService, type BackgroundService } from '../assets/background-service';
import type { Answer } from '../setup/caller';
import { eventually } from '../setup/eventually';
import { newPersona, type Persona } from '../setup/persona';
import { connectPlatformUser } from '../setup/platform-user';
import { soon } from '../setup/soon';

let service: BackgroundService;
let ada: Persona;

beforeAll(async () => {
  service = await startBackgroundService({ DEFAULT_PLAN: 'pro', RECONCILE_AFTER: '1500ms,1s' });
  ada = await newPersona(service.call);
});
afterAll(() => service.stop());

const ask = (method: string, path: string, body?: unknown) => service.call(method, path, body, ada.key);

const draft = () => ({
  account_id: ada.accountId,
  board_id: ada.boardId,
  title: `A door ${newId()}`,
  image_url: 'https://images.example.com/door.jpg',
});

async function made(path: string, body: object): Promise<Answer['body']> {
  const answered = await ask('POST', path, body);
  if (answered.status !== 201) throw new Error(`POST ${path} answered ${answered.status}: ${JSON.stringify(answered.body)}`);
  return answered.body;
}

/** Every state that was answered until one has this status, each once, in the order of the answers. */
async function statesUntil(path: string, status: string): Promise<Answer['body'][]> {
  const seen = new Map<string, Answer['body']>();
  await eventually(`${path} ${status}`, async () => {
    const { body } = await ask('GET', path);
    seen.set(JSON.stringify(body), body);
    return body.status === status ? body : undefined;
  });
  return [...seen.values()];
}

/** What is answered as of the `updated_at` of each of these states. */
const asOfEach = (path: string, states: readonly Answer['body'][]) =>
  Promise.all(states.map(async ({ updated_at }) => (await ask('GET', `${path}?as_of=${updated_at}`)).body));

const times = (states: readonly Answer['body'][]): string[] => states.map(({ updated_at }) => updated_at);

/** The call creates the pin, and its answer is lost: the pin is found on the board. */
const loseAnswer = (title: string) => service.control('faults', { operation: 'pins.create', title, drop_after_commit: true, times: 1 });

describe.each(['answered', 'found on the board'])('a pin whose publication was %s', (how) => {
  it('is as of each updated_at what it was then, and no later one is earlier', async () => {
    const body = draft();
    if (how !== 'answered') await loseAnswer(body.title);
    const path = `/v1/pins/${(await made('/v1/pins', body)).id}`;
    const states = await statesUntil(path, 'published');
    expect(times(states)).toEqual([...new Set(times(states))].sort());
    expect(await asOfEach(path, states)).toEqual(states);
  });
});

it('a schedule is as of each updated_at what it was then, with its pin, also once that was deleted', async () => {
  const body = draft();
  await loseAnswer(body.title);
  const { id } = (await soon((run_at) => ask('POST', '/v1/schedules', { ...body, run_at }))).body;
  const path = `/v1/schedules/${id}`;
  const states = await statesUntil(path, 'done');
  const { pin_id } = states.at(-1);
  expect((await ask('DELETE', `/v1/pins/${pin_id}`)).status).toBe(204);
  const after = await statesUntil(path, 'canceled');
  expect(times([...states, ...after])).toEqual(times([...states, ...after]).sort());
  expect(await asOfEach(path, [...states, ...after])).toEqual([...states, ...after]);
});

it('changes at once are each as of their updated_at what was answered', async () => {
  const body = draft();
  await service.control('faults', { operation: 'pins.create', title: body.title, status: 400, times: 1 });
  const path = `/v1/pins/${(await made('/v1/pins', body)).id}`;
  await statesUntil(path, 'failed');
  const changed = await Promise.all(Array.from({ length: 12 }, (_, n) => ask('PATCH', path, { title: `Door ${n} ${body.title}` })));
  expect(changed.map(({ status }) => status)).toEqual(changed.map(() => 200));
  const states = changed.map((answer) => answer.body);
  expect(new Set(times(states)).size).toBe(states.length);
  expect(await asOfEach(path, states)).toEqual(states);
});

it('an account is as of each updated_at what it was then', async () => {
  const account = async (query = '') => {
    const { body } = await ask('GET', `/v1/platform/accounts?include_revoked=true${query}`);
    // Names that a new consent replaced are erased.
    return { ...body.find(({ id }: { id: string }) => id === ada.accountId), username: null, display_name: null };
  };
  const states = [await account()];
  for (const change of ['reconnected', 'revoked', 'reconnected']) {
    if (change === 'revoked') await ask('DELETE', `/v1/platform/accounts/${ada.accountId}`);
    else await connectPlatformUser(service.call, ada.key, { username: ada.username }, ada.accountId);
    states.push(await account());
  }
  expect(times(states)).toEqual([...new Set(times(states))].sort());
  const then = [];
  for (const { updated_at } of states) then.push(await account(`&as_of=${updated_at}`));
  expect(then).toEqual(states);
});
