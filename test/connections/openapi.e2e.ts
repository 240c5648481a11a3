import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { newId } from '@pps/kernel';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { consentAsPlatformUser, newSession, type Headers } from '../setup/platform-user';

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, ResponseObject>> }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Record<string, unknown>>> };
}

interface ResponseObject {
  readonly content?: { readonly 'application/json': { readonly schema: object } };
}

let service: PlatformService;
let described: Described;
let ajv: Ajv;
let session: Headers;
let accountId: string;
const checked = new Set<string>();

beforeAll(async () => {
  service = await startPlatformService();
  described = (await service.call('GET', '/openapi.json')).body;
  ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  const schemas = Object.entries(described.components.schemas).map(([name, schema]) => [name, nullableAsJsonSchema(closed(schema))]);
  ajv.addSchema({ $id: 'doc', components: { schemas: Object.fromEntries(schemas) } });
  session = await newSession(service.call);
});

afterAll(() => service.stop());

/** A field that is answered must be described. */
const closed = (schema: Record<string, unknown>) => (schema['properties'] ? { ...schema, additionalProperties: false } : schema);

/** OpenAPI's `nullable` beside a reference is unknown to JSON Schema. */
function nullableAsJsonSchema(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (_, value: { nullable?: true; allOf?: unknown[] }) =>
    value?.nullable && value.allOf ? { anyOf: [{ type: 'null' }, ...value.allOf] } : value,
  );
}

function schemaOf(method: string, path: string, status: number): ValidateFunction {
  const response = described.paths[path]?.[method.toLowerCase()]?.responses[status];
  const schema = response?.content?.['application/json'].schema;
  if (!schema) throw new Error(`${method} ${path} describes no answer ${status}`);
  return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('#/components', 'doc#/components')));
}

async function fits(method: string, path: string, query: string, status: number, body?: unknown, headers = session) {
  const answer = await service.call(method, query, body, headers);
  expect([method, path, answer.status]).toEqual([method, path, status]);
  checked.add(`${method} ${path}`);
  if (status === 204) {
    expect(described.paths[path]?.[method.toLowerCase()]?.responses[204]).toBeDefined();
    return answer.body;
  }
  const validate = schemaOf(method, path, status);
  validate(answer.body);
  expect([method, path, validate.errors]).toEqual([method, path, null]);
  return answer.body;
}

it('describes every answer of accounts, boards and verdicts, field by field', async () => {
  const boardsOf = (id = accountId) => `/v1/platform/boards?account_id=${id}`;
  const on = (boardId: string, more = '') => `/v1/platform/boards/${boardId}${more}?account_id=${accountId}`;
  await fits('GET', '/v1/platform/oauth/start', '/v1/platform/oauth/start', 200);
  const callback = await consentAsPlatformUser(service.call, session, { username: `u${newId()}` });
  ({ account_id: accountId } = await fits('GET', '/v1/platform/oauth/callback', callback, 200, undefined, { accept: 'application/json' }));
  const accounts = await fits('GET', '/v1/platform/accounts', '/v1/platform/accounts', 200);
  expect(accounts).toHaveLength(1);
  const board = await fits('POST', '/v1/platform/boards', '/v1/platform/boards', 201, { account_id: accountId, name: 'Sea' });
  expect(await fits('GET', '/v1/platform/boards', boardsOf(), 200)).toHaveLength(2);
  await fits('PATCH', '/v1/platform/boards/{board_id}', on(board.id), 200, { name: 'Seas' });
  const alone = `/v1/platform/boards/${board.id}`;
  await fits('PATCH', '/v1/platform/boards/{board_id}', alone, 200, { name: 'Seas', account_id: accountId });
  const patch = (path: string, body: object) => service.call('PATCH', path, body, session);
  expect((await patch(alone, { name: 'Seas' })).body.error.errors[0]).toMatchObject({ loc: ['query', 'account_id'], type: 'missing' });
  expect((await patch(on(board.id), { account_id: newId() })).body.error.errors[0].loc).toEqual(['body', 'account_id']);
  const access = '/v1/platform/boards/{board_id}/access';
  expect(await fits('GET', access, on(board.id, '/access'), 200)).toMatchObject({ status: 'ok' });
  await service.control('faults', { operation: 'boards.get', status: 503, times: 1 });
  expect(await fits('GET', access, `${on(board.id, '/access')}&fresh=true`, 200)).toMatchObject({ status: 'skipped' });
  await fits('DELETE', '/v1/platform/boards/{board_id}', on(board.id), 204);
  expect(await fits('GET', access, on(board.id, '/access'), 200)).toMatchObject({ code: 'board_deleted' });
  await fits('DELETE', '/v1/platform/accounts/{account_id}', `/v1/platform/accounts/${accountId}`, 204);
  expect(await fits('GET', '/v1/platform/accounts', '/v1/platform/accounts?include_revoked=true', 200)).toHaveLength(1);
  const routes = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(routes.filter((route) => route.includes(' /v1/platform/') && !checked.has(route))).toEqual([]);
});
