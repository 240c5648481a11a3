import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

let root: string;

// A project of three modules, built and recorded; what it says of itself is the last line of its output.
const sources: Record<string, string> = {
  'node_modules/dependency/package.json': '{ "name": "dependency", "exports": "./main.js" }',
  'node_modules/dependency/main.js': 'exports.name = "dependency"; exports.from = module.parent && __filename; exports.sign = "✓";',
  'dist/apps/tool/answer.js': 'exports.answer = () => [__dirname, require.resolve("dependency")];',
  'dist/apps/tool/separator.js': 'exports.separator = () => import("node:path").then(({ sep }) => sep);',
  'dist/apps/tool/main.js': [
    'const answer_1 = require("./answer");',
    'const dependency_1 = require("dependency");',
    'const separator_1 = require("./separator");',
    'separator_1.separator().then((found) => console.log(JSON.stringify([dependency_1, answer_1.answer(), found])));',
  ].join('\n'),
  'dist/apps/tool/failing.js': 'throw new Error("planted");\n//# sourceMappingURL=failing.js.map',
  'dist/apps/tool/failing.js.map': JSON.stringify({ version: 3, sources: ['../../../apps/tool/failing.ts'], names: [], mappings: 'AAgBI' }),
};

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'module-cache-'));
  cpSync(__dirname, join(root, 'scripts/module-cache'), { recursive: true });
  for (const [name, source] of Object.entries(sources)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), source);
  }
  const { stderr, status } = node('scripts/module-cache/record.cjs', 'dist');
  if (status !== 0) throw new Error(stderr);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

const node = (...args: string[]) => spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', timeout: 120_000 });

const start = (program: string) => node('--require', './scripts/module-cache/cached-modules.cjs', `dist/apps/tool/${program}.js`);

const told = () => [
  { name: 'dependency', from: join(root, 'node_modules/dependency/main.js'), sign: '✓' },
  [join(root, 'dist/apps/tool'), join(root, 'node_modules/dependency/main.js')],
  '/',
];

test('a trace shows lines of the source', () => {
  expect(start('failing').stderr).toContain(`at Object.<anonymous> (${join(root, 'apps/tool/failing.ts')}:17:5)`);
});

test('a program loads modules that were recorded, without their files', () => {
  rmSync(join(root, 'dist/apps/tool/answer.js'));
  expect(JSON.parse(start('main').stdout)).toEqual(told());
});

test('what cannot be used is left alone: modules are loaded from their files', () => {
  writeFileSync(join(root, 'dist/apps/tool/answer.js'), sources['dist/apps/tool/answer.js'] ?? '');
  truncateSync(join(root, 'dist/.modules.bin'), 100);
  expect(JSON.parse(start('main').stdout)).toEqual(told());
  writeFileSync(join(root, 'dist/.modules.json'), '{');
  expect(JSON.parse(start('main').stdout)).toEqual(told());
});
