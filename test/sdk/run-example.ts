import { execFile } from 'node:child_process';

export interface ProgramRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a program to its end, in a folder and with these variables beside PATH and HOME; four minutes at most. */
export function runExample(
  program: string,
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>>,
): Promise<ProgramRun> {
  const env = { PATH: process.env['PATH'], HOME: cwd, ...environment };
  return new Promise((done) => {
    execFile(program, [...args], { cwd, env, timeout: 240_000 }, (error, out, err) => {
      done({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1, out, err });
    });
  });
}
