import { exportedNames, type SourceFile } from './source-files';

/** Doors that other code reads by this very name in each library. */
const sameInEachLibrary: Readonly<Record<string, RegExp>> = { samples: /^libs\/[^/]+\/testing\.ts$/ };

interface Declaration {
  readonly name: string;
  readonly file: SourceFile;
}

/**
 * Names that more than one of these files declares and exports, each with those files. Where names differ only in case they are doubled too, unless they
 * are two sides of one thing: a command and its function, a type and what makes it, which lie in one library or where one's file names the other.
 */
export function doubledNames(files: readonly SourceFile[]): string[] {
  const declared = new Map<string, Declaration[]>();
  for (const file of files) {
    for (const name of exportedNames(file)) {
      if (sameInEachLibrary[name]?.test(file.path)) continue;
      const known = name.toLowerCase();
      declared.set(known, [...(declared.get(known) ?? []), { name, file }]);
    }
  }
  return [...declared.values()]
    .filter((doubles) => doubles.some((one, index) => doubles.slice(index + 1).some((other) => areTwoThings(one, other))))
    .map((doubles) => `${[...new Set(doubles.map(({ name }) => name))].join(', ')}: ${doubles.map(({ file }) => file.path).join(', ')}`);
}

function areTwoThings(one: Declaration, other: Declaration): boolean {
  if (one.name === other.name) return true;
  if (libraryOf(one) === libraryOf(other)) return false;
  return !names(one.file, other.name) && !names(other.file, one.name);
}

/** A library, or a host. */
const libraryOf = ({ file }: Declaration): string => file.path.split('/').slice(0, 2).join('/');

const names = ({ text }: SourceFile, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);

/** What has the same name in several places for the same reason: doors, tables of commands, programs, modules, a simulator's control, commands of `npm run docs`, tests. */
const sameForAReason = /^(index|events|testing|main|commands)\.ts$|\.(module|main)\.ts$|^control\.routes\.ts$|\.(spec|e2e)\.ts$/;

/** Files of one name in several folders, whatever the case and however words are joined, each with those folders' files. */
export function doubledFiles(files: readonly Pick<SourceFile, 'path'>[]): string[] {
  const named = new Map<string, string[]>();
  for (const { path } of files) {
    const file = path.split('/').at(-1) ?? '';
    if (sameForAReason.test(file) || path.startsWith('scripts/docs/')) continue;
    const name = file.toLowerCase().replace(/[-_]/g, '');
    named.set(name, [...(named.get(name) ?? []), path]);
  }
  return [...named.values()].filter((paths) => paths.length > 1).map((paths) => paths.join(', '));
}
