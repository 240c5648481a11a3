import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { readLines } from '@pps/concurrency';

/** One history as a verifier is given it. */
export interface VerifierCase {
  readonly lines: readonly string[];
  readonly checkpoints: readonly object[];
  readonly keys: readonly object[];
  readonly workspaceId: string;
}

export interface Verdict {
  readonly valid: boolean;
  readonly leaf?: number | null;
  readonly from?: number;
  readonly fault?: string;
  readonly leaves?: number;
  readonly covered?: number;
  /** Why nothing can be said of it. */
  readonly unreadable?: string;
}

const docs = resolve('docs');

const javascript = `
  import { pathToFileURL } from 'node:url';
  const { linesOf, verifyHistory } = await import(pathToFileURL(process.argv[2]));
  for await (const line of linesOf(process.stdin)) {
    const { lines, checkpoints, keys, workspaceId } = JSON.parse(line);
    const verdict = verifyHistory(lines, checkpoints, keys, workspaceId).catch(({ message }) => ({ valid: false, unreadable: message }));
    console.log(JSON.stringify(await verdict));
  }`;

const python = `
import functools, importlib.util, json, sys
spec = importlib.util.spec_from_file_location("verifier", sys.argv[1])
verifier = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verifier)
verifier.is_signature = functools.lru_cache(1000)(verifier.is_signature)
for line in sys.stdin:
    case = json.loads(line)
    try:
        verdict = verifier.verify_history(case["lines"], case["checkpoints"], case["keys"], case["workspaceId"])
    except verifier.CannotVerify as error:
        verdict = {"valid": False, "unreadable": str(error)}
    print(json.dumps(verdict), flush=True)`;

export interface VerifierProcess {
  verify(one: VerifierCase): Promise<Verdict>;
  stop(): void;
}

/** A published verifier in a process of its own, asked one history after the other. Throws when it ends. */
export function startVerifier(language: 'javascript' | 'python'): VerifierProcess {
  const [command, args] =
    language === 'javascript'
      ? [process.execPath, ['--input-type=module', '-e', javascript, 'asker', join(docs, 'verify-history.mjs')]]
      : ['python3', ['-c', python, join(docs, 'verify-history.py')]];
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = readLines(child.stdout.setEncoding('utf8'));
  return {
    async verify(one) {
      child.stdin.write(`${JSON.stringify(one)}\n`);
      const { value, done } = await answers.next();
      if (done) throw new Error(`the ${language} verifier ended`);
      return JSON.parse(value as string) as Verdict;
    },
    stop: () => void child.kill(),
  };
}
