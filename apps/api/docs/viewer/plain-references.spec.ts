import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

type Resolve = (document: object, path: readonly string[]) => Promise<{ readonly spec: unknown }>;

const window = {} as { plainReferences: () => { readonly fn: { readonly resolveSubtree: Resolve } } };
runInNewContext(readFileSync(join(__dirname, 'assets/plain-references.js'), 'utf8'), { window });
const resolved = async (document: object, ...path: readonly string[]): Promise<unknown> =>
  JSON.parse(JSON.stringify((await window.plainReferences().fn.resolveSubtree(document, path)).spec));

const schemas = {
  Pin: { type: 'object', properties: { board: { $ref: '#/components/schemas/a~1Board', description: 'Where it is' } } },
  'a/Board': { type: 'string' },
  Tree: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
};

test('what a reference names takes its place, with what stands beside it', async () => {
  const document = { paths: { '/v1/pins': { get: { schema: { $ref: '#/components/schemas/Pin' } } } }, components: { schemas } };
  expect(await resolved(document, 'paths', '/v1/pins', 'get')).toEqual({
    schema: { type: 'object', properties: { board: { type: 'string', description: 'Where it is' } } },
  });
});

test('one that leads to itself, one that names nothing and one to elsewhere end', async () => {
  const document = {
    get: [{ $ref: '#/components/schemas/Tree' }, { $ref: '#/nowhere' }, { $ref: 'https://example.com' }],
    components: { schemas },
  };
  expect(await resolved(document, 'get')).toEqual([
    { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
    {},
    { $ref: 'https://example.com' },
  ]);
});

test('a path that is not there is nothing', async () => {
  const { spec } = await window.plainReferences().fn.resolveSubtree({}, ['paths', '/v1/pins']);
  expect(spec).toBeUndefined();
});
