import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export interface PlantedTree {
  readonly folder: string;
  remove(): void;
}

/** A tree of its own with this project's settings and dependencies and nothing but the given files, so that no real file is touched. */
export function plantTree(files: Readonly<Record<string, string>>): PlantedTree {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  for (const name of ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs', '.oxlintrc.json', 'scripts/lint'])
    cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  for (const top of ['apps', 'libs', 'projections', 'test']) mkdirSync(join(folder, top));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
