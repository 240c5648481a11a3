import type { ClientGenerator } from '../generated-client';

type Called = (options: object) => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response?: Response }>;

const config = `export default {
  input: 'openapi.json',
  output: 'client',
  logs: { file: false },
  plugins: ['@hey-api/typescript', '@hey-api/client-fetch', 'zod', { name: '@hey-api/sdk', validator: { response: 'zod' } }],
};
`;

/** hey-api: functions over fetch that check what they get by schemas of zod; those of what is sent take a file for a text. */
export const heyApi: ClientGenerator = {
  name: 'hey-api',
  packages: { '@hey-api/openapi-ts': '0.99.0', typescript: '5.9.3', zod: '4.6.7' },
  files: { 'openapi-ts.config.mjs': config },
  programs: [['openapi-ts', '-f', 'openapi-ts.config.mjs']],
  entries: ['client/index.ts', 'client/client.gen.ts', 'client/sdk.gen.ts'],
  open(load, baseUrl) {
    const sdk = load('client/sdk.gen') as Readonly<Record<string, Called>>;
    const { client } = load('client/client.gen') as { readonly client: { setConfig(config: object): void } };
    client.setConfig({ baseUrl });
    return async ({ id }, { headers, ...input }, credentials) => {
      const { data, error, response } = (await sdk[id]?.({ ...input, headers: { ...credentials, ...headers } })) ?? {};
      // Where the schemas do not take an answer there is an error and no refusal.
      if (!response || (response.ok && error !== undefined)) throw error;
      return { status: response.status, body: response.ok ? data : error };
    };
  },
  preamble: "import * as sdk from './client/sdk.gen';",
  lineOf: ({ operation, path, query, body, headers }) =>
    `sdk.${operation.id}({ ${Object.entries({ path, query, body, headers })
      .flatMap(([name, text]) => (text === undefined ? [] : [`${name}: ${text}`]))
      .join(', ')} })`,
  answerTypeOf: () => "NonNullable<Awaited<ReturnType<typeof call>>['data']>",
  file: "new File([], 'file')",
};
