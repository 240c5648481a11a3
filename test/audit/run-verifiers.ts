import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

/** What a published verifier said and how it ended. */
export interface VerifierOutcome {
  readonly code: number;
  /** The line of JSON on standard output; null where there is none. */
  readonly verdict: Readonly<Record<string, unknown>> | null;
  /** Standard error. */
  readonly complaint: string;
}

const verifiers = [
  [process.execPath, resolve('docs/verify-history.mjs')],
  ['python3', resolve('docs/verify-history.py')],
] as const;

/** Runs both published verifiers as an auditor would. Throws where they do not say the same. */
export async function runVerifiers(args: readonly string[]): Promise<VerifierOutcome> {
  const [node, python] = await Promise.all(verifiers.map(([command, file]) => ended(command, [file, ...args])));
  if (JSON.stringify(node) !== JSON.stringify(python)) {
    throw new Error(`the verifiers differ: Node ${JSON.stringify(node)}, Python ${JSON.stringify(python)}`);
  }
  return node as VerifierOutcome;
}

function ended(command: string, args: readonly string[]): Promise<VerifierOutcome> {
  return new Promise((done, failed) => {
    execFile(command, args, { timeout: 240_000, maxBuffer: 2 ** 24 }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') return failed(error);
      const isOneLine = /^[^\n]*\n?$/.test(stdout + stderr);
      if (!isOneLine) return failed(new Error(`not one line: ${stdout}${stderr}`));
      done({ code: Number(error?.code ?? 0), verdict: stdout === '' ? null : JSON.parse(stdout), complaint: stderr.trimEnd() });
    });
  });
}
