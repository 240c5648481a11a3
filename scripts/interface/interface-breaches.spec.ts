import { previewDescription } from '../../apps/api/docs/preview-description';
import { acceptedBreaches } from './accepted-breaches';
import { interfaceBreaches, type InterfaceDocument } from './interface-breaches';
import { hiddenBreaches, interfaceRecord, lastReleasedInterface } from './released-interface';

const { version, document: released } = lastReleasedInterface();

it(`a client made for ${version} goes on working`, async () => {
  const breaches = interfaceBreaches(released, await previewDescription());
  expect(breaches.filter((breach) => !Object.hasOwn(acceptedBreaches, breach))).toEqual([]);
  // What is accepted is there: otherwise its line goes.
  expect(Object.keys(acceptedBreaches).filter((breach) => !breaches.includes(breach))).toEqual([]);
});

it('no record hides what breaks clients: one that is overwritten not even what is accepted', () => {
  const present = { ...released, paths: {} };
  expect(hiddenBreaches('99.0.0', present).length).toBeGreaterThan(0);
  expect(hiddenBreaches(version, present)).toEqual(interfaceBreaches(released, present));
  expect([hiddenBreaches(version, released), hiddenBreaches('99.0.0', released)]).toEqual([[], []]);
});

it('a record says what its document does, in readable lines', () => {
  expect(interfaceBreaches(JSON.parse(interfaceRecord(released)) as InterfaceDocument, released)).toEqual([]);
  expect(JSON.parse(interfaceRecord(released))).toEqual(released);
  const named = {
    paths: {},
    components: { schemas: { A: { description: 'words', properties: { description: { type: 'string', example: 1 } } } } },
  };
  expect(JSON.parse(interfaceRecord(named))).toEqual({
    paths: {},
    components: { schemas: { A: { properties: { description: { type: 'string' } } } } },
  });
});

const text = { type: 'string' };
const pin = {
  type: 'object',
  required: ['id', 'title'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    title: text,
    note: { type: 'string', nullable: true },
    status: { type: 'string', enum: ['a', 'b'] },
  },
};
const draft = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string', maxLength: 100 },
    size: { type: 'number', minimum: 1 },
    kind: { type: 'string', enum: ['a', 'b'] },
    tags: { type: 'array', items: text, maxItems: 5 },
  },
};
const json = (schema: object) => ({ 'application/json': { schema } });
const small = {
  paths: {
    '/pins': {
      post: {
        operationId: 'createPin',
        security: [{ bearer: [] }, { 'X-API-Key': [] }],
        'x-required-scope': 'write',
        parameters: [{ name: 'dry', in: 'query', required: false, schema: { type: 'boolean' } }],
        requestBody: { required: false, content: { ...json({ $ref: '#/components/schemas/Draft' }), 'text/csv': { schema: text } } },
        responses: {
          201: { headers: { 'X-Total': {} }, content: json({ $ref: '#/components/schemas/Pin' }) },
          422: { content: json(text) },
        },
      },
      get: {
        operationId: 'listPins',
        responses: { 200: { content: json({ type: 'array', items: { $ref: '#/components/schemas/Pin' } }) } },
      },
    },
  },
  components: { schemas: { Pin: pin, Draft: draft } },
};

type Loose = ReturnType<typeof JSON.parse>;
const changed = (change: (document: Loose) => void): InterfaceDocument => {
  const copy = structuredClone(small) as Loose;
  change(copy);
  return copy;
};
const post = (document: Loose) => document.paths['/pins'].post;
const field = (document: Loose, schema: 'Pin' | 'Draft', name: string) => document.components.schemas[schema].properties[name];

it.each<[string, (document: Loose) => void]>([
  ['POST /pins: is gone', (d) => delete d.paths['/pins'].post],
  ['POST /pins: was called createPin and is makePin', (d) => (post(d).operationId = 'makePin')],
  ['POST /pins: the credential X-API-Key is no longer taken', (d) => post(d).security.pop()],
  ['POST /pins: asks for the scope destructive, no longer write', (d) => (post(d)['x-required-scope'] = 'destructive')],
  ['GET /pins: asks for a credential now', (d) => (d.paths['/pins'].get.security = [{ bearer: [] }])],
  ['POST /pins: query dry is gone', (d) => post(d).parameters.pop()],
  ['POST /pins: query dry is required now', (d) => (post(d).parameters[0].required = true)],
  ['POST /pins: header X-New is required now', (d) => post(d).parameters.push({ name: 'X-New', in: 'header', required: true })],
  ['POST /pins: query dry: boolean is no longer taken', (d) => (post(d).parameters[0].schema.type = 'string')],
  ['POST /pins: a body is required now', (d) => (post(d).requestBody.required = true)],
  ['POST /pins body: text/csv is gone', (d) => delete post(d).requestBody.content['text/csv']],
  ['POST /pins body.kind: "b" is no longer taken', (d) => field(d, 'Draft', 'kind').enum.pop()],
  ['POST /pins body.title: "any value" is no longer taken', (d) => (field(d, 'Draft', 'title').enum = ['x'])],
  ['POST /pins body.title: maxLength was 100 and is 99', (d) => (field(d, 'Draft', 'title').maxLength = 99)],
  ['POST /pins body.size: minimum was 1 and is 2', (d) => (field(d, 'Draft', 'size').minimum = 2)],
  ['POST /pins body.size: number is no longer taken', (d) => (field(d, 'Draft', 'size').type = 'integer')],
  ['POST /pins body.tags: maxItems was 5 and is 4', (d) => (field(d, 'Draft', 'tags').maxItems = 4)],
  ['POST /pins body.tags[]: the format was none and is uuid', (d) => (field(d, 'Draft', 'tags').items = { ...text, format: 'uuid' })],
  ['POST /pins body.size: is required now', (d) => d.components.schemas.Draft.required.push('size')],
  ['POST /pins body.kind: is gone', (d) => delete d.components.schemas.Draft.properties.kind],
  ['POST /pins 201: is gone', (d) => delete post(d).responses[201]],
  ['POST /pins 201: the header X-Total is gone', (d) => delete post(d).responses[201].headers['X-Total']],
  ['POST /pins 201: application/json is gone', (d) => delete post(d).responses[201].content['application/json']],
  ['GET /pins 200[].title: is gone', (d) => delete d.components.schemas.Pin.properties.title],
  ['GET /pins 200[].title: may be absent now', (d) => d.components.schemas.Pin.required.pop()],
  ['GET /pins 200[].title: may be null now', (d) => (field(d, 'Pin', 'title').nullable = true)],
  ['GET /pins 200[].title: may be integer now', (d) => (field(d, 'Pin', 'title').type = 'integer')],
  ['GET /pins 200[].id: the format was uuid and is none', (d) => delete field(d, 'Pin', 'id').format],
])('finds %s', (breach, change) => expect(interfaceBreaches(small, changed(change))).toContain(breach));

it.each<[string, (document: Loose) => void]>([
  ['nothing', () => undefined],
  ['a route more', (d) => (d.paths['/boards'] = { get: { operationId: 'x', responses: {} } })],
  ['a parameter more', (d) => post(d).parameters.push({ name: 'q', in: 'query', schema: text })],
  ['a field more, sent and answered', (d) => ['Pin', 'Draft'].forEach((name) => (d.components.schemas[name].properties.more = text))],
  [
    'a value more, sent and answered',
    (d) => [field(d, 'Draft', 'kind'), field(d, 'Pin', 'status')].forEach(({ enum: values }) => values.push('c')),
  ],
  ['a wider bound', (d) => (field(d, 'Draft', 'title').maxLength = 200)],
  ['a bound that was not stated', (d) => (field(d, 'Draft', 'title').minLength = 1)],
  ['what may be left out now', (d) => d.components.schemas.Draft.required.pop()],
  ['what is always answered now', (d) => d.components.schemas.Pin.required.push('note')],
  ['what is never null now', (d) => delete field(d, 'Pin', 'note').nullable],
  ['null in the words of 3.1', (d) => (d.components.schemas.Pin.properties.note = { type: ['string', 'null'] })],
  ['null as a union', (d) => (d.components.schemas.Pin.properties.note = { anyOf: [text, { type: 'null' }] })],
  [
    'another name of a schema',
    (d) => (
      (d.components.schemas.Other = pin),
      (post(d).responses[201].content = json({ allOf: [{ $ref: '#/components/schemas/Other' }] }))
    ),
  ],
  ['a refusal less', (d) => delete post(d).responses[422]],
])('%s breaks no client', (_, change) => expect(interfaceBreaches(small, changed(change))).toEqual([]));

it('variants that were sent stay, and no other one is answered', () => {
  const ofVariants = (sent: object[], answered: object[]): InterfaceDocument => ({
    paths: {
      '/x': { put: { requestBody: { content: json({ oneOf: sent }) }, responses: { 200: { content: json({ oneOf: answered }) } } } },
    },
    components: { schemas: { A: pin, B: draft, C: { type: 'object' } } },
  });
  const [a, b, c] = ['A', 'B', 'C'].map((name) => ({ $ref: `#/components/schemas/${name}` })) as [object, object, object];
  const both = ofVariants([a, b], [a, b]);
  expect(interfaceBreaches(both, ofVariants([a, b, c], [a, b]))).toEqual([]);
  expect(interfaceBreaches(both, ofVariants([a, c], [a, b, c]))).toEqual([
    'PUT /x body: the variant B is not in both',
    'PUT /x 200: the variant C is not in both',
  ]);
});

it('a schema within itself is compared once', () => {
  const tree = { type: 'object', properties: { name: text, below: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } } };
  const ofTree = (schema: object): InterfaceDocument => ({
    paths: { '/t': { get: { responses: { 200: { content: json({ $ref: '#/components/schemas/Tree' }) } } } } },
    components: { schemas: { Tree: schema } },
  });
  expect(interfaceBreaches(ofTree(tree), ofTree(tree))).toEqual([]);
  const rest = Object.fromEntries(Object.entries(tree.properties).filter(([name]) => name !== 'name'));
  expect(interfaceBreaches(ofTree(tree), ofTree({ ...tree, properties: rest }))).toEqual(['GET /t 200.name: is gone']);
});
