import { startVerifier } from './start-verifier';
import type { ProofVerdict } from './verifier-file';
import type { VerifierMessage, VerifierTask } from './verifier-task';

export interface Progress {
  readonly lines: number;
  readonly bytes: number;
}

export interface Found {
  readonly verdict: ProofVerdict;
  /** Milliseconds in the worker. */
  readonly tookMs: number;
}

interface Following {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** Nothing can be said: what was given cannot be read, or is about something else. */
export class NoVerdictError extends Error {}

/** Longer than any step of a verification takes: a file reports five times a second. */
const silentMs = 60_000;
let resting: Worker | null = null;

/** Verifies in a worker, so that the page goes on; an abort ends it. Throws `NoVerdictError`. */
export async function verifyInWorker(task: VerifierTask, { signal, onProgress }: Following = {}): Promise<Found> {
  signal?.throwIfAborted();
  const worker = resting ?? startVerifier();
  resting = null;
  let isDone = false;
  try {
    const found = await follow(worker, task, { ...(signal && { signal }), ...(onProgress && { onProgress }) });
    isDone = true;
    return found;
  } catch (error) {
    isDone = error instanceof NoVerdictError && error.cause === undefined;
    throw error;
  } finally {
    if (isDone && resting === null) resting = worker;
    else worker.terminate();
  }
}

function follow(worker: Worker, task: VerifierTask, { signal, onProgress }: Following): Promise<Found> {
  return new Promise((resolve, reject) => {
    const broken = (reason: string): void => reject(new NoVerdictError(reason, { cause: worker }));
    let timer: ReturnType<typeof setTimeout>;
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => broken('The verifier has said nothing for a minute.'), silentMs);
    };
    const done = (act: () => void): void => {
      clearTimeout(timer);
      act();
    };
    wait();
    signal?.addEventListener('abort', () => done(() => reject(signal.reason as Error)), { once: true });
    const unloaded = (): void => done(() => broken('The verifier could not be loaded: load the page again.'));
    worker.onerror = (event) => {
      event.preventDefault();
      unloaded();
    };
    worker.onmessage = ({ data }: MessageEvent<VerifierMessage>) => {
      if (data.kind === 'progress') {
        wait();
        onProgress?.(data);
      } else if (data.kind === 'verdict') done(() => resolve(data));
      else if (data.kind === 'broken') unloaded();
      else done(() => reject(new NoVerdictError(data.reason)));
    };
    worker.postMessage(task);
  });
}
