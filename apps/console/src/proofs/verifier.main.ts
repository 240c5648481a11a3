import type { VerifierMessage, VerifierTask } from './verifier-task';
import { verifierAddress, type ProofVerdict, type VerifierFile } from './verifier-file';

const progressMs = 200;
const tell = (message: VerifierMessage): void => self.postMessage(message);
const loaded = import(/* @vite-ignore */ verifierAddress) as Promise<VerifierFile>;
// A file that could not be loaded is told of with the task that needs it.
loaded.catch(() => undefined);

self.onmessage = ({ data }: MessageEvent<VerifierTask>): void => void answer(data);

async function answer(task: VerifierTask): Promise<void> {
  const verifier = await loaded.catch(() => null);
  if (verifier === null) return tell({ kind: 'broken' });
  try {
    const begunAt = performance.now();
    const verdict = await verdictOn(task, verifier);
    tell({ kind: 'verdict', verdict, tookMs: performance.now() - begunAt });
  } catch (error) {
    tell({ kind: 'no_verdict', reason: error instanceof Error ? error.message : String(error) });
  }
}

async function verdictOn(task: VerifierTask, verifier: VerifierFile): Promise<ProofVerdict> {
  const { checkpoints, keys, workspaceId } = task;
  if (task.kind === 'consistency') return verifier.verifyConsistency(task.answer, checkpoints, keys, workspaceId);
  if (task.kind === 'export') return verifier.verifyHistory(linesIn(task.file, verifier), checkpoints, keys, workspaceId);
  const notProved = new Set<string>();
  for (const { fact, proof } of task.facts) {
    const verdict = await verifier.verifyProof(proof, [{ value: fact, isPlain: true }], checkpoints, keys, workspaceId);
    if (!verdict.valid) return verdict;
    for (const each of verdict.not_proved) notProved.add(each);
  }
  return { valid: true, leaves: task.facts.length, not_proved: [...notProved] };
}

/** The lines of a file, of which only what is read just now is in memory. */
async function* linesIn(file: Blob, { linesOf }: VerifierFile): AsyncGenerator<string> {
  let [lines, bytes, toldAt] = [0, 0, 0];
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const reader = file.stream().getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.length;
      yield part.value;
    }
  }
  for await (const line of linesOf(chunks())) {
    yield line;
    lines += 1;
    if (performance.now() - toldAt < progressMs) continue;
    toldAt = performance.now();
    tell({ kind: 'progress', lines, bytes });
  }
}
