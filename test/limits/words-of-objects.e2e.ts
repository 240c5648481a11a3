import { newId } from '@pps/kernel';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { newPersona, type Persona } from '../setup/persona';
import { bodiesWith, bodyOf, valueOf, type Description, type Known, type Operation } from './bodies-with';

const words = ['constructor', '__proto__', 'toString', 'hasOwnProperty'] as const;
/** Whoever calls these has no session, or no workspace, afterwards. */
const endsAccess = ['POST /v1/auth/logout', 'POST /v1/sandbox/reset'];
const methodsWithBody = ['post', 'put', 'patch'];

let service: PlatformService;
let ann: Persona;
let description: Description;
let known: Known;

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'enterprise', WEBHOOK_TARGETS: 'any' });
  ann = await newPersona(service.call);
  description = (await service.call('GET', '/openapi.json')).body;
  const made = async (path: string, body: object): Promise<string> => (await service.call('POST', path, body, ann.session)).body.id;
  const fields = { account_id: ann.accountId, board_id: ann.boardId, image_url: 'https://images.example.com/door.jpg' };
  const runAt = new Date(Date.now() + 3_600_000).toISOString();
  known = {
    ...fields,
    run_at: runAt,
    id: await made('/v1/pins', { ...fields, title: 'Door' }),
    webhook_id: await made('/v1/webhooks', { url: 'https://hooks.example.test/' }),
    key_id: await made('/v1/api-keys', { name: 'build' }),
    schedule_id: await made('/v1/schedules', { ...fields, title: 'Later', run_at: runAt }),
  };
});
afterAll(() => service.stop());

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const textOf = (value: unknown): string => encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value));

/** One operation with this word in one place after the other. */
function* requestsOf(method: string, path: string, operation: Operation, word: string): Generator<Request> {
  const { parameters = [], requestBody } = operation;
  const schema = requestBody?.content['application/json']?.schema;
  const body = schema && bodyOf(schema, description, known);
  // What is deleted is of no use to those who come after.
  const own = method === 'delete' ? {} : known;
  const place = (given: Readonly<Record<string, string>>, more: readonly string[] = []): string => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => textOf(given[name] ?? own[name] ?? newId()));
    const query = parameters
      .filter((each) => each.in === 'query' && (each.required === true || Object.hasOwn(given, each.name)))
      .map((each) => `${each.name}=${textOf(given[each.name] ?? valueOf(each.name, each.schema ?? {}, description, known))}`);
    return `${filled}?${[...query, ...more].join('&')}`;
  };
  const sent = method.toUpperCase();
  for (const { name, in: where } of parameters) {
    if (where === 'header') yield { method: sent, path: place({}), headers: { [name]: word }, body };
    else yield { method: sent, path: place({ [name]: word }), body };
    if (where === 'query') yield { method: sent, path: place({ [name]: word }, [`${name}=${word}`, `${name}[${word}]=1`]), body };
  }
  yield { method: sent, path: place({}, [`${word}=${word}`, `${word}[${word}]=1`]), body };
  if (!methodsWithBody.includes(method)) return;
  for (const each of schema ? bodiesWith(word, schema, description, known) : [{ [word]: word }, word]) {
    yield { method: sent, path: place({}), body: each };
  }
}

/** What is wrong with an answer: nothing where it is a success, or a refusal in the envelope that is not our fault. */
async function faultOf({ method, path, headers, body }: Request): Promise<string | null> {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: { ...ann.session, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(120_000),
  });
  const text = await response.text();
  const told = `${method} ${path} ${JSON.stringify(body) ?? ''} ${JSON.stringify(headers) ?? ''}: ${response.status} ${text.slice(0, 200)}`;
  if (response.status === 500) return told;
  if (response.status < 400 || response.headers.get('content-type')?.startsWith('text/html') === true) return null;
  return typeof JSON.parse(text)?.error?.code === 'string' ? null : told;
}

async function faultsOf(requests: Iterable<Request>): Promise<{ asked: number; faults: readonly string[] }> {
  const faults: string[] = [];
  let asked = 0;
  for (const request of requests) {
    asked += 1;
    const fault = await faultOf(request);
    if (fault !== null) faults.push(fault);
  }
  return { asked, faults };
}

/** Each place of each operation with one of the words, by turns. */
function* everyRequest(): Generator<Request> {
  let turn = 0;
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (endsAccess.includes(`${method.toUpperCase()} ${path}`)) continue;
      const ofWords = words.map((word) => [...requestsOf(method, path, operation, word)]);
      for (const at of ofWords[0]?.keys() ?? []) {
        const request = ofWords[turn++ % words.length]?.[at];
        if (request) yield request;
      }
    }
  }
}

it('a name that every object has, in any parameter, field, name of a field or header of any route is refused or taken, and never a fault', async () => {
  const { asked, faults } = await faultsOf(everyRequest());
  expect(faults).toEqual([]);
  expect(asked).toBeGreaterThan(500);
  expect((await service.call('GET', '/v1/auth/profile', undefined, ann.session)).status).toBe(200);
});

const columns = 'account_id,board_id,image_url,title';
const cells = () => [ann.accountId, ann.boardId, 'https://images.example.com/door.jpg'];
it.each(words)('%s as a column or a cell of an imported file is refused or taken, and never a fault', async (word) => {
  const files = [
    `${columns},${word}\n${cells().join()},Door,${word}\n`,
    `${word}\n${word}\n`,
    `${word},${word},${columns}\n,,${cells().join()},Door\n`,
    ...columns.split(',').map((_, at) => `${columns}\n${[...cells(), 'Door'].with(at, word).join()}\n`),
  ];
  for (const file of files) {
    const form = new FormData();
    form.set('file', new Blob([file], { type: 'text/csv' }), word);
    form.set(word, word);
    const signal = AbortSignal.timeout(120_000);
    const response = await fetch(`${service.url}/v1/pins/imports/csv`, { method: 'POST', body: form, headers: ann.session, signal });
    const body = (await response.json()) as { error?: { code?: string } };
    const isFault = response.status === 500 || (response.status >= 400 && typeof body.error?.code !== 'string');
    expect([file, response.status, isFault]).toEqual([file, response.status, false]);
  }
});
