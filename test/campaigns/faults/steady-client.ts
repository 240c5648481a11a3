import { pause } from '@pps/concurrency';
import { setMaxListeners } from 'node:events';
import type { Answer } from '../../setup/caller';
import { answerFlaw } from './answer-flaw';
import type { Creation } from '../traffic/create-in-batches';
import { pinOf, type Workspace } from '../traffic/workspace';

export interface SeenAnswer {
  /** Milliseconds of this process's monotonic clock. */
  readonly askedAt: number;
  readonly answeredAt: number;
  /** Null when the connection gave none. */
  readonly status: number | null;
  /** What is wrong with it; null for 201 and for a clean 503. */
  readonly flaw: string | null;
}

export interface SteadyClient {
  readonly answers: readonly SeenAnswer[];
  readonly titles: readonly string[];
  /** No new creations; resolves when every one that has begun is answered, or `signal` gives up on them. */
  finish(signal: AbortSignal): Promise<Creation[]>;
}

const pauseMs = 1_000;
const openAtMost = 150;

/** Begins creations at a steady rate, whatever becomes of them; one that was answered with a passing trouble is asked again with its key. */
export function createSteadily(workspace: Workspace, perSecond: number): SteadyClient {
  const [answers, titles, open]: [SeenAnswer[], string[], Set<Promise<void>>] = [[], [], new Set()];
  const creations: Creation[] = [];
  const givingUp = new AbortController();
  setMaxListeners(0, givingUp.signal);

  const ask = async (title: string): Promise<Answer | null> => {
    const askedAt = performance.now();
    const answer = await workspace.call('POST', '/v1/pins', pinOf(workspace, title)).catch((): Answer | null => null);
    answers.push({ askedAt, answeredAt: performance.now(), status: answer?.status ?? null, flaw: answerFlaw(answer) });
    return answer;
  };
  const create = async (title: string): Promise<void> => {
    let refusal = 'no answer';
    while (!givingUp.signal.aborted) {
      const answer = await ask(title);
      if (answer?.status === 201) return void creations.push({ title, pinId: answer.body.id, refusal: null });
      refusal = answer ? `${answer.status} ${JSON.stringify(answer.body)}` : 'no answer';
      if (answer && answer.status < 500 && answer.status !== 429) break;
      await pause(pauseMs, givingUp.signal);
    }
    creations.push({ title, pinId: null, refusal });
  };
  const timer = setInterval(() => {
    if (open.size >= openAtMost) return;
    const title = `pin-${String(titles.length + 1).padStart(5, '0')}`;
    titles.push(title);
    const one = create(title).finally(() => open.delete(one));
    open.add(one);
  }, 1_000 / perSecond);

  return {
    answers,
    titles,
    finish: async (signal) => {
      clearInterval(timer);
      signal.addEventListener('abort', () => givingUp.abort(), { once: true });
      await Promise.all(open);
      return creations;
    },
  };
}
