import type { Child } from './child';
import { setTimeout as delay } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';

/** A running server process and where it listens. */
export interface Part extends Child {
  readonly url: string;
  readonly port: number;
}

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

/** 192 random bits that a URL and a configuration file can hold as they are. */
export const randomToken = (): string => randomBytes(24).toString('base64url');
