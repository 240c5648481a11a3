import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { plantTree } from './planted-tree';

interface Finding {
  readonly filename: string;
  readonly code: string;
  readonly severity: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}

const forbidden: readonly (readonly [rule: string, statement: string])[] = [
  ['eslint(no-restricted-properties)', 'export const now = () => Date.now();'],
  ['pins(impure)', 'export const today = () => new Date();'],
  ['pins(impure)', 'export const inWords = () => Date();'],
  ['eslint(no-restricted-globals)', 'export const hidden = () => globalThis.Date;'],
  ['eslint(no-restricted-globals)', 'export const soon = () => setImmediate;'],
  ['eslint(no-restricted-properties)', 'export const dice = () => Math.random();'],
  ['eslint(no-restricted-globals)', 'export const id = () => crypto.randomUUID();'],
  ['eslint(no-restricted-globals)', 'export const clock = () => performance.now();'],
  ['eslint(no-restricted-globals)', 'export const setting = () => process.env;'],
  ['eslint(no-restricted-globals)', 'export const call = () => fetch;'],
  ['eslint(no-restricted-globals)', 'export const later = () => setTimeout;'],
  ['eslint(no-restricted-globals)', 'export const often = () => setInterval;'],
  ['pins(impure)', 'export async function waits() { return 1; }'],
  ['pins(impure)', 'export const waitsToo = async () => 1;'],
  ['pins(impure)', "await import('./more');"],
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

/** A table read by any text, which may be "constructor"; and by a name that it has. */
const tables = `const kinds: Readonly<Record<string, string>> = { pin: 'publishing' };
export const any = (name: string) => kinds[name];
export const part = (name: string) => kinds[name.split('.')[0] ?? ''] ?? null;
export const one = () => kinds['pin'];
export const own = (name: string) => (Object.hasOwn(kinds, name) ? kinds[name] : null);
`;

/** What would make markup of a text. */
const markup = `export const Bold = ({ text }: { text: string }) => <b dangerouslySetInnerHTML={{ __html: text }} />;
export const put = (place: HTMLElement, text: string) => (place.innerHTML = text);
export const Styled = () => <style>b {'{}'}</style>;
export const Plain = ({ text }: { text: string }) => <b>{text}</b>;
`;

const ruleFiles = [
  'libs/pins/planted.decider.ts',
  'libs/pins/planted.events.ts',
  'libs/pins/planted.upcasters.ts',
  'libs/kernel/planted.ts',
];
const zoned = ['libs/pins/zoned.process.ts', 'libs/pins/zoned.decider.ts', 'test/pins/zoned.e2e.ts'];
const otherFiles = ['libs/pins/planted.process.ts', 'libs/pins/planted.decider.spec.ts', 'apps/api/planted.ts'];

let findings: readonly Finding[];

beforeAll(() => {
  const files = [...ruleFiles, ...otherFiles].map((file) => [file, planted]);
  const tree = plantTree({
    ...Object.fromEntries(files),
    'libs/pins/lawful.decider.ts': allowed + inUtc,
    'libs/pins/tables.ts': tables,
    'apps/console/src/markup.tsx': markup,
    ...Object.fromEntries(zoned.map((file) => [file, `${local.join('\n')}\n`])),
  });
  try {
    findings = lint(tree.folder);
  } finally {
    tree.remove();
  }
});

// oxlint ends with 1 when it found something, which is what is wanted here.
function lint(folder: string): readonly Finding[] {
  const linter = join(resolve('node_modules'), '.bin', 'oxlint');
  const { status, stdout, stderr } = spawnSync(linter, ['--format', 'json', 'apps', 'libs', 'test'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 280_000,
  });
  if (status !== 1) throw new Error(`oxlint ended with ${status}: ${stderr}${stdout}`);
  return JSON.parse(stdout).diagnostics;
}

const found = (file: string) =>
  findings
    .filter(({ filename }) => filename === file)
    .map(({ code, severity, labels }) => [code, labels[0]?.span.line, severity] as const)
    .sort(([, line], [, other]) => Number(line) - Number(other));

test.each(ruleFiles)('%s may not ask for the time, for chance or for the world, nor wait', (file) => {
  expect(found(file)).toEqual(forbidden.map(([rule], index) => [rule, index + 1, 'error']));
});

test.each(zoned)('%s may not depend on the time zone of its process', (file) => {
  expect(found(file)).toEqual(local.map((_, index) => ['pins(local-time)', index + 1, 'error']));
});

test('a table is read only by a name that it has', () => {
  expect(found('libs/pins/tables.ts')).toEqual([2, 3].map((line) => ['pins(own-keys)', line, 'error']));
});

test('the console makes no markup of a text', () => {
  expect(found('apps/console/src/markup.tsx')).toEqual([1, 2, 3].map((line) => ['pins(markup)', line, 'error']));
});

test.each([...otherFiles, 'libs/pins/lawful.decider.ts'])('%s is let alone', (file) => {
  expect(found(file)).toEqual([]);
});
