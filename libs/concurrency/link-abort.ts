export interface LinkedAbort {
  readonly signal: AbortSignal;
  abort(): void;
  /** Leaves the parent as it was; does not abort. */
  release(): void;
}

/** A signal that aborts by itself or with its parent. Unlike `AbortSignal.any` it leaves nothing behind on a long-lived parent once it is released. */
export function linkAbort(parent: AbortSignal): LinkedAbort {
  const controller = new AbortController();
  const abort = () => controller.abort(parent.reason);
  if (parent.aborted) abort();
  else parent.addEventListener('abort', abort, { once: true });
  return { signal: controller.signal, abort: () => controller.abort(), release: () => parent.removeEventListener('abort', abort) };
}

/** Resolves when the signal aborts, at once when it has. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })));
}
