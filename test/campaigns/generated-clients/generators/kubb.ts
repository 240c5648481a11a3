import type { ClientAnswer, ClientGenerator } from '../generated-client';

type Called = (...args: readonly object[]) => Promise<ClientAnswer & { readonly data: unknown }>;

// Its schema of a file takes a `File` alone, which nothing that comes over HTTP is: those are taken as they come.
const files = 'getImportTemplate|getFailedRows|getAssetContent|getPublicAsset|exportAuditEvents|downloadAccountExport|streamChanges';

const config = `
  import { pluginClient } from '@kubb/plugin-client';
  import { pluginOas } from '@kubb/plugin-oas';
  import { pluginTs } from '@kubb/plugin-ts';
  import { pluginZod } from '@kubb/plugin-zod';

  export default {
    root: '.',
    input: { path: 'openapi.json' },
    output: { path: 'client', clean: true, barrelType: 'all', extension: { '.ts': '' }, format: false, lint: false },
    plugins: [
      pluginOas({ generators: [] }),
      pluginTs(),
      pluginZod(),
      pluginClient({
        client: 'axios',
        dataReturnType: 'full',
        paramsType: 'object',
        pathParamsType: 'object',
        bundle: true,
        parser: 'zod',
        override: [{ type: 'operationId', pattern: /^(${files})$/, options: { parser: 'client' } }],
      }),
    ],
  };
`;

/** kubb: functions over axios that take what they get through schemas of zod. */
export const kubb: ClientGenerator = {
  name: 'kubb',
  packages: {
    '@kubb/core': '4.39.3',
    '@kubb/cli': '4.39.3',
    '@kubb/plugin-oas': '4.39.3',
    '@kubb/plugin-ts': '4.39.3',
    '@kubb/plugin-zod': '4.39.3',
    '@kubb/plugin-client': '4.39.3',
    '@kubb/react-fabric': '0.16.1',
    '@kubb/fabric-core': '0.16.1',
    axios: '1.21.1',
    zod: '4.6.7',
  },
  files: { 'kubb.config.mjs': config },
  programs: [['kubb', 'generate', '--config', 'kubb.config.mjs']],
  entries: ['client/index.ts'],
  open(load, baseUrl) {
    const client = load('client/index') as Readonly<Record<string, Called>>;
    return async ({ id, pathNames, queryNames, takesBody, takesHeaders }, { path, query, body, headers }, credentials) => {
      const input = { ...path, ...(query && { params: query }), ...(body !== undefined && { data: body }), ...(headers && { headers }) };
      const options = { baseURL: baseUrl, headers: { ...credentials, ...headers } };
      const takesNothing = pathNames.length + queryNames.length === 0 && !takesBody && !takesHeaders;
      const called = await client[id]?.(...(takesNothing ? [options] : [input, options])).catch(refusalOf);
      if (!called) throw new Error('no such function');
      return { status: called.status, body: called.data };
    };
  },
  preamble: "import * as client from './client';",
  lineOf({ operation, path = '{}', query, body, headers }) {
    const ids = Object.entries(JSON.parse(path) as Readonly<Record<string, string>>).map(([name, id]) => `${name}: ${JSON.stringify(id)}`);
    const others = Object.entries({ params: query, data: body, headers }).flatMap(([name, text]) =>
      text === undefined ? [] : [`${name}: ${text}`],
    );
    const parts = [...ids, ...others];
    return `client.${operation.id}(${parts.length > 0 ? `{ ${parts.join(', ')} }` : ''})`;
  },
  answerTypeOf: () => "Awaited<ReturnType<typeof call>>['data']",
  file: "new File([], 'file')",
};

/** What axios throws for a status of refusal is an answer too. */
function refusalOf(error: { readonly response?: ClientAnswer & { readonly data: unknown } }): ClientAnswer & { readonly data: unknown } {
  if (error.response) return error.response;
  throw error;
}
