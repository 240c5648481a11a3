import { pause } from '@pps/concurrency';
import { CannotStart } from '@pps/runtime/lifecycle/cannot-start';

/** Waits until `<url>/health/ready` answers 200; throws CannotStart after `timeoutMs`, or the signal's reason when it is aborted. */
export async function awaitReady(url: string, timeoutMs: number, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  let answer = 'no answer';
  while (performance.now() < deadline) {
    signal.throwIfAborted();
    try {
      const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.any([signal, AbortSignal.timeout(2_000)]) });
      await response.body?.cancel();
      if (response.status === 200) return;
      answer = `status ${response.status}`;
    } catch {
      answer = 'no answer';
    }
    await pause(50, signal);
  }
  throw new CannotStart(`the API was not ready within ${timeoutMs / 1000} s (${answer})`);
}
