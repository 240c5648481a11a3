import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../setup/caller';
import { pinOf, type Workspace } from './workspace';

export interface Creation {
  readonly title: string;
  /** The pin's id, once a creation was answered with 201. */
  readonly pinId: string | null;
  /** The last answer that was neither 201 nor a passing trouble: the client gave up on it. */
  readonly refusal: string | null;
}

const pauseMs = 100;

/** Creates the pins, so many at a time; what was not answered, or with a passing trouble, is asked again with the same key until `signal` aborts. */
export async function createPins(
  workspace: Workspace,
  titles: readonly string[],
  options: { readonly parallel: number; readonly signal: AbortSignal; onBegun?: () => void },
): Promise<Creation[]> {
  const waiting = [...titles];
  const done: Creation[] = [];
  const one = async () => {
    for (let title = waiting.shift(); title !== undefined; title = waiting.shift()) {
      options.onBegun?.();
      done.push(await create(workspace, title, options.signal));
    }
  };
  await Promise.all(Array.from({ length: options.parallel }, one));
  return done;
}

async function create(workspace: Workspace, title: string, signal: AbortSignal): Promise<Creation> {
  let last = 'no answer';
  while (!signal.aborted) {
    const answer = await workspace.call('POST', '/v1/pins', pinOf(workspace, title)).catch((): Answer | null => null);
    if (answer?.status === 201) return { title, pinId: answer.body.id, refusal: null };
    last = answer === null ? 'no answer' : `${answer.status} ${JSON.stringify(answer.body)}`;
    if (answer !== null && answer.status < 500 && answer.status !== 429) return { title, pinId: null, refusal: last };
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  return { title, pinId: null, refusal: last };
}
