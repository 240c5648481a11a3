import { readSourceFiles, type SourceFile } from './source-files';

/** What a module keeps as long as its process lives, and why one test file may find what another left there. */
const expected: Readonly<Record<string, string>> = {
  'apps/simulators/pictures/render-picture.ts': 'pictures, each of which follows from its seed',
  'libs/embedded/child.ts': 'the processes that this process started and has not ended',
  'libs/event-store/wait-for-store.ts': 'one value for each chain of calls',
  'libs/identity/passwords/common-passwords.ts': 'a list that is read from a package, at its first use',
  'libs/local-event-store/protocol/encode-message.ts': 'a buffer that each message begins anew',
  'libs/pins/pacing/uptime.ts': 'the name of the boot of this machine',
  'libs/read-store/is-database-unavailable.ts': 'the words of each error as the database gave them, for as long as the error lives',
  'libs/read-store/run-prepared.ts': 'names of statements, each of which follows from its text',
  'libs/runtime/correlation/correlation.ts': 'one value for each chain of calls',
  'apps/api/http/drain.ts': 'one value for each request that has not been asked for its body, and one mark for each that is given up',
  'libs/runtime/networks/client-network.ts': 'two networks, written once',
  'apps/api/http/request-end.ts': 'one value for each open connection',
  'libs/runtime/metrics/metrics.ts':
    'the metrics of this process: a spec compares them with what they were before, or asks for what it added',
  'libs/vault/seal.ts': 'random bytes, each of which is used once',
};

// A variable of the module, or a const that begins empty and so has to be filled later.
const kept = /^(?:export )?(?:let |const [^=\n]+ = (?:new \w+(?:<.*>)?\(\)|\[\]|\{\});?$)/m;

const filesWithState = (files: readonly SourceFile[]): string[] =>
  files.filter(({ path, text }) => !/\.(spec|e2e)\.ts$/.test(path) && kept.test(text)).map(({ path }) => path);

test('every module that keeps something beyond a call is known', () => {
  // Of the console each window of a browser has its own.
  const files = readSourceFiles(['apps', 'libs', 'projections']).filter(({ path }) => !path.startsWith('apps/console/'));
  expect(filesWithState(files).sort()).toEqual([...Object.keys(expected), ...constants].sort());
});

/** Empty, and never filled. */
const constants = ['libs/kernel/persistent-map.ts'];

test.each([
  'let last: Date | undefined;',
  'export let count = 0;',
  'const seen = new Map<string, number>();',
  'export const registry = new Registry();',
  'const lines: string[] = [];',
])('%s is state', (text) => {
  expect(filesWithState([{ path: 'libs/pins/planted.ts', text: `import { a } from 'b';\n${text}\n` }])).toHaveLength(1);
});

test.each([
  "const kinds = new Set(['image', 'video']);",
  'const one = 1;',
  '  let inside = 1;',
  '  const seen = new Map<string, number>();',
])('%s is none', (text) => {
  expect(filesWithState([{ path: 'libs/pins/planted.ts', text }])).toEqual([]);
});
