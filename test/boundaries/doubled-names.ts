import { exportedNames, type SourceFile } from './source-files';

/** Doors that other code reads by this very name in each library. */
const sameInEachLibrary: Readonly<Record<string, RegExp>> = { samples: /^libs\/[^/]+\/testing\.ts$/ };

/** Names that more than one of these files declares and exports, each with those files. */
export function doubledNames(files: readonly SourceFile[]): string[] {
  const declaredIn = new Map<string, string[]>();
  for (const file of files) {
    for (const name of exportedNames(file)) {
      if (sameInEachLibrary[name]?.test(file.path)) continue;
      declaredIn.set(name, [...(declaredIn.get(name) ?? []), file.path]);
    }
  }
  return [...declaredIn].filter(([, paths]) => paths.length > 1).map(([name, paths]) => `${name}: ${paths.join(', ')}`);
}
