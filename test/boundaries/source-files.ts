import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SourceFile {
  /** From the repository's root. */
  readonly path: string;
  readonly text: string;
}

/** Every TypeScript file of these top folders. */
export const readSourceFiles = (folders: readonly string[]): SourceFile[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => ({ path: join(folder, path), text: readFileSync(join(folder, path), 'utf8') })),
  );

const declaration =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|const|let|interface|type|namespace|enum) (\w+)/gm;

/** The names that a file declares and exports; what it only passes on is not among them. */
export const exportedNames = ({ text }: Pick<SourceFile, 'text'>): string[] => [
  ...new Set([...text.matchAll(declaration)].map(([, name = '']) => name)),
];
