import type { ClientGenerator, OperationInput, WalkedOperation } from '../generated-client';

type Called = (
  path: string,
  options: object,
) => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>;

/** openapi-typescript and openapi-fetch: types alone, over a client that knows nothing of the document when it runs. */
export const openapiTypescript: ClientGenerator = {
  name: 'openapi-typescript',
  packages: { 'openapi-typescript': '7.13.0', 'openapi-fetch': '0.17.0', typescript: '5.9.3' },
  files: {},
  programs: [['openapi-typescript', 'openapi.json', '-o', 'schema.ts']],
  entries: ['schema.ts'],
  open(load, baseUrl) {
    const { default: createClient } = load('openapi-fetch') as { readonly default: (options: object) => Readonly<Record<string, Called>> };
    const client = createClient({ baseUrl });
    return async (operation, input, credentials) => {
      const called = await client[operation.method]?.(operation.path, optionsOf(operation, input, credentials));
      if (!called) throw new Error('no such method');
      const { data, error, response } = called;
      return { status: response.status, body: response.ok ? data : error };
    };
  },
  preamble: "import createClient from 'openapi-fetch';\nimport type { paths } from './schema';\nconst client = createClient<paths>();",
  lineOf({ operation, path, query, body, headers }) {
    const params = Object.entries({ path, query, header: headers }).flatMap(([name, text]) =>
      text === undefined ? [] : [`${name}: ${text}`],
    );
    const parts = [...(params.length > 0 ? [`params: { ${params.join(', ')} }`] : []), ...(body === undefined ? [] : [`body: ${body}`])];
    return `client.${operation.method}('${operation.path}', { ${parts.join(', ')} })`;
  },
  answerTypeOf: () => "NonNullable<Awaited<ReturnType<typeof call>>['data']>",
  file: "''",
};

function optionsOf(
  { answersFile, takesFile }: WalkedOperation,
  { path, query, body, headers }: OperationInput,
  credentials: object,
): object {
  return {
    params: { path, query, header: headers },
    headers: credentials,
    ...(answersFile && { parseAs: 'blob' }),
    ...(body !== undefined && { body }),
    ...(takesFile && { bodySerializer: formOf }),
  };
}

function formOf(fields: Readonly<Record<string, Blob>>): FormData {
  const form = new FormData();
  for (const [name, file] of Object.entries(fields)) form.set(name, file);
  return form;
}
