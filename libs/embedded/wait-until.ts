import { setTimeout as delay } from 'node:timers/promises';
import type { Child } from './child';

/** Waits until the condition holds; throws when the process ends before, or after `timeoutMs` without it. */
export async function waitUntil(name: string, timeoutMs: number, child: Child, condition: () => boolean | Promise<boolean>): Promise<void> {
  let end: string | undefined;
  void child.ended.then(({ code, signal }) => (end = `${code ?? signal}`));
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (end !== undefined) throw new Error(`${name} ended at its start (${end}).`);
    if (Date.now() > deadline) throw new Error(`${name} was not ready within ${timeoutMs / 1000} s.`);
    await delay(20);
  }
}
