import { operationNames } from '../../apps/api/docs/operation-names';
import { committedModel } from './document-file';
import { methodNames } from './method-names';
import { namesIn, readModel, snakeCase, type SdkDocument } from './read-model';
import type { DocumentOperation } from './read-operation';
import type { SdkOperation } from './sdk-model';
import { unwrittenTraits } from './unwritten-traits';

const { askingAboutKeys, lineTypes, repeatablePosts } = unwrittenTraits;

const model = committedModel();
const operations = new Map(model.resources.flatMap((resource) => resource.operations.map((each) => [each.id, each] as const)));
function operation(id: string): SdkOperation {
  const found = operations.get(id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
}
const bare = (operationId: string): DocumentOperation => ({
  operationId,
  summary: '',
  tags: ['api-keys'],
  security: [],
  responses: { '204': {} },
});
const documentOf = (paths: SdkDocument['paths']): SdkDocument => ({ info: { version: '1' }, paths, components: { schemas: {} } });

test('every name in a table of operations is that of an operation', () => {
  const known = new Set(Object.values(operationNames).map(([id]) => id));
  const named = [...Object.keys(methodNames), ...repeatablePosts, ...askingAboutKeys, ...Object.keys(lineTypes)];
  expect(named.filter((id) => !known.has(id))).toEqual([]);
});

test('every operation but those that send a browser elsewhere has a method, and no two have one name in any language', () => {
  const without = Object.values(operationNames).flatMap(([id]) => (operations.has(id) ? [] : [id]));
  expect(without.sort()).toEqual(['getMetrics', 'handleGoogleCallback', 'receivePaymentEvent', 'startGoogleLogin']);
  const names = [...operations.values()].map(({ resource, method }) => `${snakeCase(resource)}.${snakeCase(method)}`);
  expect(new Set(names).size).toBe(names.length);
});

test('two operations of one name are refused', () => {
  const twice = { '/a': { post: bare('createPin') }, '/b': { post: bare('createPin') } };
  expect(() => readModel(documentOf(twice), {})).toThrow('createPin and createPin are both pins.create');
});

test('an operation without a chosen name is named after its tag and its id', () => {
  const [resource] = readModel(documentOf({ '/a': { post: bare('startDeviceSignIn') } }), {}).resources;
  expect([resource?.name, resource?.operations[0]?.method]).toEqual(['apiKeys', 'startDeviceSignIn']);
});

test('each type that is named is there once', () => {
  const names = model.types.map(({ name }) => name);
  const used = model.types.flatMap(({ fields }) => fields.flatMap(({ type }) => namesIn(type)));
  expect(used.filter((name) => !names.includes(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test('the answers of a file, of lines and of nothing are told apart', () => {
  const kinds = (id: string): string => operation(id).answer.kind;
  expect(['getPin', 'revokeApiKey', 'getFailedRows', 'getAssetContent', 'exportAuditEvents'].map(kinds)).toEqual([
    ...['json', 'empty', 'text', 'bytes', 'lines'],
  ]);
  expect(operation('deletePin').answer).toMatchObject({ kind: 'json', mayBeEmpty: true });
});

test('lists say where items, cursor and total are', () => {
  expect(operation('listPins').paging).toMatchObject({
    ...{ kind: 'cursor', items: null, item: { kind: 'named', name: 'Pin' } },
    ...{ next: { header: 'X-Next-Cursor' }, total: { header: 'X-Total-Count' } },
  });
  expect(operation('listAssets').paging).toMatchObject({ items: 'assets', next: { field: 'next_cursor' }, total: { field: 'total' } });
  expect(operation('listActivity').paging).toMatchObject({ kind: 'cursor', items: 'items', total: null });
  expect(operation('listAccounts').paging).toBeNull();
});

test('what may be sent again is what reads, sets or deletes, has a key that the SDK makes, or does nothing twice', () => {
  const repeatable = (id: string): boolean => operation(id).isRepeatable;
  expect(
    ['createPin', 'getPin', 'updatePin', 'deletePin', 'deletePins', 'validatePin', 'importCsv'].filter((id) => !repeatable(id)),
  ).toEqual([]);
  expect(['replayWebhook', 'retryPin', 'createWebhook', 'createApiKey', 'resetSandbox', 'login'].filter(repeatable)).toEqual([]);
  expect([operation('validatePin').idempotencyKey, operation('createPins').idempotencyKey, operation('retryPin').idempotencyKey]).toEqual([
    ...['given', 'made', null],
  ]);
});

test('an operation lists its codes, and every code is an error of the catalogue', () => {
  expect(operation('createPin').errorCodes).toEqual(expect.arrayContaining(['quota_exceeded', 'board_not_found', 'validation_error']));
  const codes = new Set(model.errors.map(({ code }) => code));
  expect([...operations.values()].flatMap(({ errorCodes }) => errorCodes.filter((code) => !codes.has(code)))).toEqual([]);
});
