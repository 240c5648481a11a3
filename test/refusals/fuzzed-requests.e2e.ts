import { newId } from '@pps/kernel';
import { register, type Account } from '../setup/account';
import type { Answer } from '../setup/caller';
import { startService, type RunningService } from '../setup/running-service';
import { fuzzedBody, hostileValue, mistypedName, seededDraw, type Draw } from './fuzzed-body';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
}

interface FuzzedRoute {
  readonly method: string;
  readonly path: string;
  readonly fields: readonly string[];
  readonly query: readonly string[];
}

/** 600 in the suite; `FUZZED_REQUESTS=100000 npx jest test/refusals/fuzzed` sends as many. */
const requests = Number(process.env['FUZZED_REQUESTS'] ?? 600);
const seed = Number(process.env['FUZZ_SEED'] ?? 96);

let service: RunningService;
let account: Account;
let routes: readonly FuzzedRoute[];

beforeAll(async () => {
  service = await startService({ WEBHOOK_TARGETS: 'any', DEFAULT_PLAN: 'pro' });
  account = await register(service.call);
  const { body } = await service.call('GET', '/openapi.json');
  routes = fuzzedRoutes(body);
});
afterAll(() => service.stop());

// They end the session or the workspace, wait for mails or passwords that are hashed, or take bodies without a credential alone.
const left =
  /logout|\/sessions|account\/delete|\/auth\/(login|register|forgot|reset|change|reauth|second|google)|metrics|health|switch|provider-webhook|export/;

function fuzzedRoutes(document: {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}): FuzzedRoute[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody, parameters = [] }]) => {
      const given = requestBody?.content['application/json']?.schema;
      const schema = given?.$ref ? document.components.schemas[given.$ref.split('/').at(-1) ?? ''] : given;
      const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
      const fields = Object.keys(schema?.properties ?? {});
      return left.test(path) || fields.length + query.length === 0 ? [] : [{ method: method.toUpperCase(), path, fields, query }];
    }),
  );
}

function queryOf(names: readonly string[], draw: Draw): string {
  const named = names.filter(() => draw(2) === 0).map((name) => (draw(4) === 0 ? mistypedName(name, draw) : name));
  return new URLSearchParams(named.map((name): [string, string] => [name, String(hostileValue(draw) ?? '')])).toString();
}

function checkRefusal(what: string, { status, body }: Answer, docUrls: Set<string>): void {
  expect([what, status < 500 || body.error.code === 'service_unavailable']).toEqual([what, true]);
  if (status < 400) return;
  docUrls.add(new URL(body.error.doc_url).pathname);
  if (body.error.code !== 'validation_error') return;
  expect([what, body.error.errors.length > 0]).toEqual([what, true]);
  for (const error of body.error.errors as { loc: (string | number)[]; msg: string; type: string }[]) {
    expect([
      what,
      error,
      /^:? /.test(error.msg.slice(String(error.loc.at(-1)).length)) && error.msg.startsWith(String(error.loc.at(-1))),
    ]).toEqual([what, error, true]);
    const given = error.type === 'missing' ? 'nothing' : error.msg.split('; given: ').at(-1);
    expect([what, given]).toEqual([what, expect.stringMatching(/^(nothing|null|an? |the )/)]);
    expect(given?.length).toBeLessThan(160);
    expect(JSON.stringify(error)).not.toContain('c2VjcmV0');
  }
}

it(
  'each refusal of a fuzzed request names the field, the rule and what was given, and leads to a page; none is a fault of ours',
  async () => {
    const draw = seededDraw(seed);
    const docUrls = new Set<string>();
    expect(routes.length).toBeGreaterThan(30);
    for (let sent = 0; sent < requests; sent += 1) {
      const { method, path, fields, query } = routes[draw(routes.length)] as FuzzedRoute;
      const parameters = queryOf(query, draw);
      const body = fields.length === 0 ? undefined : fuzzedBody(fields, draw);
      const what = `${method} ${path}?${parameters} ${JSON.stringify(body)} (${sent} of seed ${seed})`;
      const to = `${path.replace(/\{\w+\}/g, () => (draw(3) === 0 ? 'not-a-uuid' : newId()))}?${parameters}`;
      checkRefusal(what, await service.call(method, to, body, account.session), docUrls);
    }
    for (const path of docUrls) expect([path, (await fetch(`${service.url}${path}`)).status]).toEqual([path, 200]);
    expect(docUrls.size).toBeGreaterThan(2);
  },
  Math.max(300_000, requests * 100),
);
