import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { plantTree } from './planted-tree';

interface Report {
  readonly filePath: string;
  readonly messages: readonly { readonly ruleId: string | null; readonly line: number; readonly severity: number }[];
}

const forbidden: readonly (readonly [rule: string, statement: string])[] = [
  ['no-restricted-properties', 'export const now = () => Date.now();'],
  ['no-restricted-syntax', 'export const today = () => new Date();'],
  ['no-restricted-syntax', 'export const inWords = () => Date();'],
  ['no-restricted-globals', 'export const hidden = () => globalThis.Date;'],
  ['no-restricted-globals', 'export const soon = () => setImmediate;'],
  ['no-restricted-properties', 'export const dice = () => Math.random();'],
  ['no-restricted-globals', 'export const id = () => crypto.randomUUID();'],
  ['no-restricted-globals', 'export const clock = () => performance.now();'],
  ['no-restricted-globals', 'export const setting = () => process.env;'],
  ['no-restricted-globals', 'export const call = () => fetch;'],
  ['no-restricted-globals', 'export const later = () => setTimeout;'],
  ['no-restricted-globals', 'export const often = () => setInterval;'],
  ['no-restricted-syntax', 'export async function waits() { return 1; }'],
  ['no-restricted-syntax', 'export const waitsToo = async () => 1;'],
];

/** What no file may do, whatever it is. */
const local: readonly string[] = [
  'export const hour = (at: Date) => at.getHours();',
  'export const midnight = (at: Date) => at.setHours(0);',
  'export const ahead = (at: Date) => at.getTimezoneOffset();',
  'export const day = (at: Date) => at.toDateString();',
  "export const words = (at: Date) => at.toLocaleDateString('en');",
  'export const newYear = () => new Date(2026, 0, 1);',
  "export const shown = new Intl.DateTimeFormat('en');",
];
const inUtc = "export const year = (at: Date) => at.getUTCFullYear() + Date.UTC(2026, 0, 1) + Number((5).toLocaleString('en'));\n";

const planted = `${forbidden.map(([, statement]) => statement).join('\n')}\n`;
const allowed = 'export const at = (text: string) => new Date(text).getTime() + Math.max(1, Number(text));\n';

const ruleFiles = [
  'libs/pins/planted.decider.ts',
  'libs/pins/planted.events.ts',
  'libs/pins/planted.upcasters.ts',
  'libs/kernel/planted.ts',
];
const zoned = ['libs/pins/zoned.process.ts', 'libs/pins/zoned.decider.ts', 'test/pins/zoned.e2e.ts'];
const otherFiles = ['libs/pins/planted.process.ts', 'libs/pins/planted.decider.spec.ts', 'apps/api/planted.ts'];

let reports: readonly Report[];

beforeAll(() => {
  const files = [...ruleFiles, ...otherFiles].map((file) => [file, planted]);
  const tree = plantTree({
    ...Object.fromEntries(files),
    'libs/pins/lawful.decider.ts': allowed + inUtc,
    ...Object.fromEntries(zoned.map((file) => [file, `${local.join('\n')}\n`])),
  });
  try {
    reports = JSON.parse(lint(tree.folder));
  } finally {
    tree.remove();
  }
});

// ESLint ends with 1 when it found something, which is what is wanted here.
function lint(folder: string): string {
  const linter = join(resolve('node_modules'), '.bin', 'eslint');
  const { status, stdout, stderr } = spawnSync(linter, ['.', '--format', 'json'], { cwd: folder, encoding: 'utf8', timeout: 280_000 });
  if (status !== 1) throw new Error(`ESLint ended with ${status}: ${stderr}`);
  return stdout;
}

const found = (file: string) =>
  reports.find(({ filePath }) => filePath.endsWith(`/${file}`))?.messages.map(({ ruleId, line, severity }) => [ruleId, line, severity]);

test.each(ruleFiles)('%s may not ask for the time, for chance or for the world, nor wait', (file) => {
  expect(found(file)).toEqual(forbidden.map(([rule], index) => [rule, index + 1, 2]));
});

test.each(zoned)('%s may not depend on the time zone of its process', (file) => {
  expect(found(file)).toEqual(local.map((_, index) => ['no-restricted-syntax', index + 1, 2]));
});

test.each([...otherFiles, 'libs/pins/lawful.decider.ts'])('%s is let alone', (file) => {
  expect(found(file)).toEqual([]);
});
