import 'reflect-metadata';
import { execFileSync } from 'node:child_process';
import { transpileModule, type TranspileOutput } from 'typescript';
import { previewDescription } from '../preview-description';
import { describeIn31 } from '../served/describe-in-31';

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
  readonly 'x-codeSamples': readonly { readonly label: string; readonly source: string }[];
}

let operations: readonly Operation[];

beforeAll(async () => {
  const { paths } = describeIn31(await previewDescription());
  operations = Object.values(paths as unknown as Record<string, Record<string, Operation>>).flatMap((methods) => Object.values(methods));
});

const sources = (label: string) => operations.map((each) => each['x-codeSamples'].find((sample) => sample.label === label)?.source ?? '');

test('every operation is called from three languages, and none of a part that is not given', () => {
  const all = ['curl', 'TypeScript', 'Python'].flatMap(sources);
  expect(all.length).toBeGreaterThan(350);
  // Of a sign-in that only a browser comes back from nothing is recorded.
  expect(all.filter((source) => source === '' || /https?:[^'"]*[{}]/.test(source))).toEqual([]);
});

test('a shell sends what the example is', () => {
  const script = `curl() { printf '%s\\n' "$@" "END"; }\n${sources('curl').join('\n')}`;
  const sent = execFileSync('bash', ['-c', script], {
    encoding: 'utf8',
    env: { ...process.env, API_KEY: 'key', ACCESS_TOKEN: 'token' },
  }).split('END\n');
  for (const [index, { requestBody }] of operations.entries()) {
    const example = requestBody?.content['application/json']?.example;
    const [, body] = /(?:^|\n)-d\n([^]*?)\n(?:-[A-Z]|$)/.exec(`${sent[index]}\n`) ?? [];
    if (example !== undefined) expect(JSON.parse(body ?? '')).toEqual(example);
  }
  expect(sent[operations.findIndex(({ operationId }) => operationId === 'createPin')]).toContain('-H\nX-API-Key: key\n');
});

test('TypeScript and Python can be read', () => {
  const wrong = sources('TypeScript').filter((source) => {
    const { diagnostics = [] }: TranspileOutput = transpileModule(source, { reportDiagnostics: true });
    return diagnostics.length > 0;
  });
  expect(wrong).toEqual([]);
  const input = JSON.stringify(sources('Python'));
  execFileSync('python3', ['-c', 'import ast, json, sys\nfor source in json.load(sys.stdin): ast.parse(source)'], { input });
});
