import { execFile } from 'node:child_process';
import { join } from 'node:path';

export const sdkFolder = join(process.cwd(), 'packages/python');

export interface PythonRun {
  readonly code: number;
  /** Both streams, in no order among them. */
  readonly said: string;
}

/** What a Python finds the package and its tests by. */
export const pythonEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PYTHONPATH: [sdkFolder, join(sdkFolder, 'tests')].join(':'),
  PYTHONDONTWRITEBYTECODE: '1',
});

export interface RunOptions {
  readonly cwd?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Runs a Python to its end, at most 280 s where nothing is said. */
export function runPython(
  python: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  { cwd = sdkFolder, timeoutMs = 280_000 }: RunOptions = {},
): Promise<PythonRun> {
  const options = { cwd, env: { ...pythonEnvironment(), ...environment }, timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile(python, [...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, said: `${stdout}${stderr}` });
    });
  });
}
