import { exportedNames, type SourceFile } from './source-files';

/** The suffixes in the first column of a page's tables, as in the row "| `.decider.ts` | …". */
export function suffixesIn(page: string): ReadonlySet<string> {
  const cells = [...page.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => cell);
  return new Set(cells.flatMap((cell) => [...cell.matchAll(/`\.([a-z.]+)\.ts`/g)].map(([, suffix = '']) => suffix)));
}

/** What is wrong with the names of these files, one line each. */
export const fileNameFaults = (files: readonly SourceFile[], suffixes: ReadonlySet<string>): string[] =>
  files.flatMap((file) => faultsOf(file, suffixes).map((fault) => `${file.path}: ${fault}`));

const test = /\.(?:(?:pg|esdb|nats)\.)?spec$|\.e2e$/;
const doors = ['index', 'events', 'testing', 'main'];
const meaningless = ['utils', 'util', 'helpers', 'helper', 'common', 'base', 'manager', 'misc', 'stuff'];
// These words are nothing but kinds: as the last part of a plain name they are a suffix that was written with a dash.
const kinds = [
  'decider',
  'dispatcher',
  'controller',
  'dto',
  'policy',
  'migration',
  'codec',
  'interceptor',
  'strategy',
  'fixture',
  'harness',
];

// What only one kind of file may hold.
const marks: readonly (readonly [mark: RegExp, suffix: string])[] = [
  [/^@Controller\(/m, 'controller'],
  [/^@Module\(/m, 'module'],
  [/^export const \w+(?::| =) (?:\(.*\): )?StreamType</m, 'stream'],
];

function faultsOf({ path, text }: SourceFile, suffixes: ReadonlySet<string>): string[] {
  const file = path.split('/').at(-1) ?? '';
  const name = file.replace(/\.ts$/, '').replace(test, '');
  const isTest = test.test(file.replace(/\.ts$/, ''));
  const [subject = '', ...rest] = name.split('.');
  const suffix = rest.join('.');
  const faults: string[] = [];
  if (!/^[a-z0-9]+([-_][a-z0-9]+)*$/.test(subject)) faults.push('its words are not lower case with dashes between them');
  if (suffix !== '' && !suffixes.has(suffix)) faults.push(`.${suffix}.ts is no kind of file in CONTRIBUTING.md`);
  const words = subject.split('-');
  const last = words.at(-1) ?? '';
  if (meaningless.includes(last)) faults.push(`"${last}" says nothing`);
  if (suffix === '' && words.length > 1 && kinds.includes(last)) faults.push(`its kind is a suffix: .${last}.ts`);
  if (isTest) return faults;
  for (const [mark, kind] of marks) {
    if (!doors.includes(subject) && mark.test(text) && suffix !== kind && !['fixture', 'harness', 'main'].includes(suffix))
      faults.push(`it holds what belongs into a .${kind}.ts`);
  }
  if (suffix === '' && !doors.includes(subject) && !isNamedAfterAnExport(subject, text) && !(path in namedAfterSomethingElse))
    faults.push('nothing that it exports has its name');
  const command = /^export class (\w+) extends Command</m.exec(text)?.[1];
  if (command && name !== dashed(command)) faults.push(`it holds the command ${command}, so it is ${dashed(command)}.ts`);
  return faults;
}

/** Plain files that are not named after what they export, each with the reason; no others may join without one. */
export const namedAfterSomethingElse: Readonly<Record<string, string>> = {
  'test/operations/upgrade/release-1-58.ts': 'the number of the release that it holds is no part of a name',
};

/** Whether all words of a file's name are in the name of one thing that it exports, singular or plural, in any order: whoever knows one finds the other. */
const isNamedAfterAnExport = (subject: string, text: string): boolean =>
  exportedNames({ text }).some((name) => {
    // A command of `npm run docs` has the name that is typed.
    if (name === 'run') return true;
    const words = singulars(dashed(name));
    return singulars(dashed(subject)).every((word) => words.includes(word)) || name.toLowerCase() === subject.replace(/-/g, '');
  });

const singulars = (name: string): string[] =>
  name.split(/[-_]/).map((word) =>
    word
      .replace(/ies$/, 'y')
      .replace(/(ss|x)es$/, '$1')
      .replace(/([^s])s$/, '$1'),
  );

const dashed = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
