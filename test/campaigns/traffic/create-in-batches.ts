import { pause } from '@pps/concurrency';
import type { Answer } from '../../setup/caller';
import { pinOf, type Workspace } from './workspace';

export interface Creation {
  readonly title: string;
  /** The pin's id, once a creation was answered with success. */
  readonly pinId: string | null;
  /** The last answer that was neither success nor a passing trouble: the client gave up on it. */
  readonly refusal: string | null;
}

export interface CreatingOptions {
  readonly parallel: number;
  readonly signal: AbortSignal;
  /** The whole number of milliseconds over which the creations are spread; absent: as fast as they are answered. */
  readonly overMs?: number;
  /** Called for each request that is answered for good with at least one pin. */
  readonly onCreated?: () => void;
}

const pauseMs = 100;
const passing: ReadonlySet<string> = new Set(['service_unavailable', 'platform_unavailable', 'platform_rate_limited', 'internal_error']);

/** Creates the pins one by one, so many at a time; what was not answered, or with a passing trouble, is asked again with the same key until `signal` aborts. */
export const createPins = (workspace: Workspace, titles: readonly string[], options: CreatingOptions): Promise<Creation[]> =>
  createInBatches(
    workspace,
    titles.map((title) => [title]),
    options,
  );

/** The same with several pins to a request: one of one title is a single creation, a longer one a batch. */
export async function createInBatches(
  workspace: Workspace,
  batches: readonly (readonly string[])[],
  { parallel, signal, overMs = 0, onCreated }: CreatingOptions,
): Promise<Creation[]> {
  const begun = performance.now();
  const done: Creation[] = [];
  let next = 0;
  const one = async () => {
    for (let index = next++; index < batches.length; index = next++) {
      const early = begun + (overMs * index) / batches.length - performance.now();
      if (early > 0) await pause(early, signal);
      const created = await create(workspace, batches[index] ?? [], signal);
      if (created.some(({ pinId }) => pinId !== null)) onCreated?.();
      done.push(...created);
    }
  };
  await Promise.all(Array.from({ length: parallel }, one));
  return done;
}

async function create(workspace: Workspace, titles: readonly string[], signal: AbortSignal): Promise<Creation[]> {
  let waiting = [...titles];
  const done: Creation[] = [];
  let last = 'no answer';
  while (waiting.length > 0 && !signal.aborted) {
    const answers = await (waiting.length === 1 ? single(workspace, waiting) : batch(workspace, waiting));
    done.push(...answers.filter((answer) => answer.pinId !== null || !answer.isPassing));
    const again = answers.filter(({ pinId, isPassing }) => pinId === null && isPassing);
    waiting = again.map(({ title }) => title);
    last = again[0]?.refusal ?? last;
    if (waiting.length > 0) await pause(pauseMs, signal);
  }
  return [...done, ...waiting.map((title) => ({ title, pinId: null, refusal: last }))].map(({ title, pinId, refusal }) => ({
    title,
    pinId,
    refusal,
  }));
}

type Outcome = Creation & { readonly isPassing: boolean };

async function single(workspace: Workspace, titles: readonly string[]): Promise<Outcome[]> {
  const [title = ''] = titles;
  const answer = await workspace.call('POST', '/v1/pins', pinOf(workspace, title)).catch((): Answer | null => null);
  if (answer?.status === 201) return [{ title, pinId: answer.body.id, refusal: null, isPassing: false }];
  return [{ title, pinId: null, ...refusalOf(answer) }];
}

async function batch(workspace: Workspace, titles: readonly string[]): Promise<Outcome[]> {
  const pins = titles.map((title) => pinOf(workspace, title));
  const answer = await workspace.call('POST', '/v1/pins/batch', { pins }).catch((): Answer | null => null);
  if (answer?.status !== 200) return titles.map((title) => ({ title, pinId: null, ...refusalOf(answer) }));
  return (answer.body.results as BatchResult[]).map(({ index, pin, error }): Outcome => {
    const title = titles[index] ?? '';
    if (pin) return { title, pinId: pin.id, refusal: null, isPassing: false };
    return { title, pinId: null, refusal: JSON.stringify(error), isPassing: passing.has(error?.code ?? '') };
  });
}

interface BatchResult {
  readonly index: number;
  readonly pin: { readonly id: string } | null;
  readonly error: { readonly code: string } | null;
}

function refusalOf(answer: Answer | null): Pick<Outcome, 'refusal' | 'isPassing'> {
  if (answer === null) return { refusal: 'no answer', isPassing: true };
  return { refusal: `${answer.status} ${JSON.stringify(answer.body)}`, isPassing: answer.status >= 500 || answer.status === 429 };
}
