import type { ClientAnswer, ClientGenerator, OperationInput, TypedCall, WalkedOperation } from '../generated-client';

type Called = (...args: readonly unknown[]) => Promise<ClientAnswer & { readonly data: unknown }>;
type Schemas = Readonly<Record<string, { parse(value: unknown): unknown } | undefined>>;

const config = `export default {
  client: { input: 'openapi.json', output: { target: 'client.ts', client: 'fetch', headers: true, baseUrl: { getBaseUrlFromSpecification: true } } },
  schemas: { input: 'openapi.json', output: { target: 'schemas.ts', client: 'zod' } },
};
`;

/** orval: functions over fetch with arguments in a row, and beside them schemas of zod. */
export const orval: ClientGenerator = {
  name: 'orval',
  packages: { orval: '8.38.0', prettier: '3.10.1', zod: '4.6.7' },
  files: { 'orval.config.mjs': config },
  programs: [['orval', '--config', 'orval.config.mjs']],
  entries: ['client.ts', 'schemas.ts'],
  open(load) {
    const client = load('client') as Readonly<Record<string, Called>>;
    const schemas = load('schemas') as Schemas;
    return async (operation, input, credentials) => {
      const called = await client[operation.id]?.(...argumentsOf(operation, input), { headers: { ...credentials, ...input.headers } });
      if (!called) throw new Error('no such function');
      const { status, data } = called;
      if (status < 300 && status !== 204) schemaOf(schemas, operation)?.parse(data);
      return { status, body: data };
    };
  },
  preamble: "import * as client from './client';",
  lineOf: (call) => `client.${call.operation.id}(${typedArguments(call).join(', ')})`,
  answerTypeOf: (status) => `Extract<Awaited<ReturnType<typeof call>>, { status: ${status} }>['data']`,
  file: "new File([], 'file')",
};

const schemaOf = (schemas: Schemas, { id }: WalkedOperation) => schemas[`${id.replace(/^./, (first) => first.toUpperCase())}Response`];

/** Ids of the path, body, query and headers, each only where the operation has it. */
function argumentsOf(operation: WalkedOperation, { path = {}, query, body, headers }: OperationInput): unknown[] {
  const { pathNames, queryNames, takesBody, takesHeaders } = operation;
  const ids = pathNames.map((name) => path[name]);
  return [...ids, ...(takesBody ? [body] : []), ...(queryNames.length > 0 ? [query] : []), ...(takesHeaders ? [headers] : [])];
}

function typedArguments({ operation, path = '{}', query, body, headers }: TypedCall): string[] {
  const { pathNames, queryNames, takesBody } = operation;
  const ids = JSON.parse(path) as Readonly<Record<string, string>>;
  const parts = [...(takesBody ? [body] : []), ...(queryNames.length > 0 ? [query] : []), ...(headers === undefined ? [] : [headers])];
  return [...pathNames.map((name) => JSON.stringify(ids[name])), ...parts.map((text) => text ?? 'undefined')];
}
