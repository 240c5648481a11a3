import { spawn } from 'node:child_process';

const endsWithinMs = 300_000;

/** Runs a program to its end and gives what it wrote; `input` is what it reads. Throws what it said where it fails. */
export function runProgram(command: string, args: readonly string[], { input = '', cwd = process.cwd() } = {}): Promise<string> {
  const child = spawn(command, args, { cwd, stdio: ['pipe', 'pipe', 'pipe'], timeout: endsWithinMs });
  let [written, said] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stdin.on('error', () => undefined).end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(written) : reject(new Error(`${command} ended with ${code}: ${said}`))));
  });
}

/** What a program writes, or null where there is no such program or it fails. */
export const triedProgram = (command: string, args: readonly string[]): Promise<string | null> =>
  runProgram(command, args).catch(() => null);
