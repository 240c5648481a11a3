import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { newPersona } from '../setup/persona';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import type { Headers } from '../setup/platform-user';

let service: PlatformService;
let described: ReturnType<typeof JSON.parse>;
let session: Headers;
let draft: object;

beforeAll(async () => {
  service = await startPlatformService();
  described = (await service.call('GET', '/openapi.json')).body;
  const ada = await newPersona(service.call);
  session = ada.session;
  draft = { account_id: ada.accountId, board_id: ada.boardId, title: 'Blue door', image_url: 'https://images.example.com/door.jpg' };
}, 60_000);
afterAll(() => service.stop());

const answer = (method: string, path: string, status: number) => described.paths[path][method].responses[status];

/** OpenAPI's `nullable` beside a reference is unknown to JSON Schema; a field that is answered must be described. */
function asJsonSchema(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('#/components', 'doc#/components'), (_, value) =>
    value?.nullable && value.allOf
      ? { anyOf: [{ type: 'null' }, ...value.allOf] }
      : value?.properties
        ? { additionalProperties: false, ...value }
        : value,
  );
}

function errorsOf(method: string, path: string, status: number, body: unknown) {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema({ $id: 'doc', components: asJsonSchema(described.components) as object });
  const validate = ajv.compile(asJsonSchema(answer(method, path, status).content['application/json'].schema) as object);
  return validate(body) ? [] : validate.errors;
}

it('describes what batch, validation, rate meter and billing status answer', async () => {
  const { account_id } = draft as { account_id: string };
  const asked = [
    ['post', '/v1/pins/batch', '/v1/pins/batch', { pins: [draft, { ...draft, title: '' }] }],
    ['post', '/v1/pins/validate', '/v1/pins/validate', draft],
    ['post', '/v1/pins/validate', '/v1/pins/validate', { title: 5 }],
    ['get', '/v1/rate-meter', `/v1/rate-meter?account_id=${account_id}`, undefined],
    ['get', '/v1/billing/status', '/v1/billing/status', undefined],
  ] as const;
  for (const [method, path, url, body] of asked) {
    const answered = await service.call(method.toUpperCase(), url, body, session);
    expect([path, answered.status, errorsOf(method, path, 200, answered.body)]).toEqual([path, 200, []]);
  }
});

it.each([
  ['/v1/pins', 201],
  ['/v1/pins/batch', 200],
  ['/v1/pins/validate', 200],
  ['/v1/pins/{id}/retry', 200],
])('describes the six headers of headroom that %s answers with', (path, status) => {
  const names = ['Limit', 'Used', 'Remaining'].map((part) => `X-Service-Quota-${part}`);
  const rates = ['Remaining', 'Capacity', 'Refill-Per-Second'].map((part) => `X-Platform-RateLimit-${part}`);
  expect(Object.keys(answer('post', path, status).headers)).toEqual([...names, ...rates]);
});

it('states the bounds of related terms and of offsets', () => {
  const { related_terms } = described.components.schemas.CreatePinDto.properties;
  expect(related_terms).toMatchObject({
    maxItems: 100,
    items: { maxLength: 100 },
    description: expect.stringContaining('100 terms of at most 100'),
  });
  const { parameters } = described.paths['/v1/pins'].get;
  const offset = parameters.find(({ name }: { name: string }) => name === 'offset');
  expect(offset.schema.maximum).toBe(10_000_000);
});
