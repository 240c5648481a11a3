import { isAbsolute, join, resolve } from 'node:path';
import { startChild, type Child, type ChildOptions, type LineLog } from './child';

export interface NodeProgramOptions extends Pick<ChildOptions, 'networkNamespace'> {
  /** An entry of this project without its suffix, `apps/api/main`; or a script's absolute path. */
  readonly entry: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: LineLog;
  readonly stderr: LineLog;
}

const root = __filename.endsWith('.ts') ? resolve(__dirname, '../..') : resolve(__dirname, '../../..');

/** Starts one of this project's own programs; it ends on SIGTERM and, by LEASH=stdin, when its standard input closes. */
export function startNodeProgram({ entry, env, ...others }: NodeProgramOptions): Child {
  return startChild({
    ...others,
    command: process.execPath,
    args: argumentsFor(entry),
    env: { ...env, LEASH: 'stdin' },
    cwd: process.cwd(),
    stopSignal: 'SIGTERM',
    inputLeash: true,
  });
}

// From built code its built neighbour; from a test's TypeScript by the runner, which builds first.
function argumentsFor(entry: string): string[] {
  if (isAbsolute(entry)) return [entry];
  if (__filename.endsWith('.ts')) return [join(root, 'scripts/run.mjs'), entry];
  return ['--require', join(root, 'scripts/module-cache/cached-modules.cjs'), join(root, 'dist', `${entry}.js`)];
}
