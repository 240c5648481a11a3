import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from '../../sdk/package-folder';

/** A Node of exactly this version for this machine, installed in a folder; the path of its program. */
export function installNode(folder: string, version: string): string {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const own = join(folder, `node-${version}`);
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'package.json'), JSON.stringify({ private: true }));
  runToEnd('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', `${name}@${version}`], own);
  const node = join(own, 'node_modules', name, 'bin/node');
  const is = runToEnd(node, ['--version'], own).trim();
  if (is !== `v${version}`) throw new Error(`${node} is ${is}`);
  return node;
}
