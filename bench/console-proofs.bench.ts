import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWorkerVerifier } from '../test/console/worker-verifier';
import { median } from './open-load';
import { signedExport, type SignedExport } from './signed-export';

// What proofs in the console's worker take: one fact at a time, and a whole export as a file, beside the same verifier in Node.

const facts = Number(process.env['FACTS'] ?? 100_000);
const proofs = Number(process.env['PROOFS'] ?? 200);

export async function run(): Promise<void> {
  const made = signedExport(facts);
  const worker = await startWorkerVerifier();
  try {
    const took: number[] = [];
    for (let done = 0; done < proofs; done += 1) {
      const leaf = Math.floor((done * facts) / proofs);
      const task = { kind: 'facts', facts: [{ fact: JSON.parse(made.lines[leaf] ?? ''), proof: made.proofOf(leaf) }], ...made.known };
      const { verdict, tookMs } = await worker.ask(task);
      if (!verdict.valid) throw new Error(`leaf ${leaf}: ${JSON.stringify(verdict)}`);
      took.push(tookMs);
    }
    const sorted = [...took].sort((one, other) => one - other);
    console.log(
      `a proof of one of ${facts} facts, ${proofs} times: median ${median(took).toFixed(1)} ms, most ${sorted.at(-1)?.toFixed(1)} ms`,
    );

    const before = renderers();
    const whole = await worker.ask({ kind: 'export', ...made.known }, made.text);
    const after = renderers();
    const megabytes = (made.text.length / 1e6).toFixed(0);
    console.log(
      `an export of ${facts} facts (${megabytes} MB) in the worker: ${(whole.tookMs / 1_000).toFixed(1)} s, ${JSON.stringify(whole.verdict).slice(0, 90)}`,
    );
    console.log(
      `its process: ${(after.cpuSeconds - before.cpuSeconds).toFixed(1)} s of CPU, at most ${before.peakMB} MB before, ${after.peakMB} MB after`,
    );

    console.log(`the same file on a command line: ${inNode(made)}`);
  } finally {
    await worker.stop();
  }
}

/** Runs `verify-history.mjs` as auditors do. */
function inNode({ text, known: { checkpoints, keys, workspaceId } }: SignedExport): string {
  const folder = mkdtempSync(join(tmpdir(), 'console-proofs-'));
  try {
    const named = {
      'export.ndjson': text,
      'checkpoints.json': JSON.stringify({ items: checkpoints }),
      'keys.json': JSON.stringify({ items: keys }),
    };
    const files = Object.entries(named).map(([name, content]) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    });
    const begunAt = performance.now();
    const { status } = spawnSync(process.execPath, ['docs/verify-history.mjs', ...files, workspaceId]);
    return `${((performance.now() - begunAt) / 1_000).toFixed(1)} s, exit code ${status}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the renderers on this machine have used: the largest peak of memory, and processor time. */
function renderers(): { readonly peakMB: number; readonly cpuSeconds: number } {
  const used = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')) return [];
        const times = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
        const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
        return [{ peakMB: Math.round(peak / 1_000), cpuSeconds: (Number(times[11]) + Number(times[12])) / 100 }];
      } catch {
        return [];
      }
    });
  return {
    peakMB: Math.max(0, ...used.map(({ peakMB }) => peakMB)),
    cpuSeconds: used.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  };
}
