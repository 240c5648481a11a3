import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../../setup/caller';

const pauseMs = 100;
const patienceMs = 60_000;

/** Asks until there is an answer that is no passing trouble (none at all, 5xx, 429), for a minute at most. */
export async function answered(what: string, ask: () => Promise<Answer>): Promise<Answer> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const answer = await ask().catch(() => null);
    if (answer && answer.status < 500 && answer.status !== 429) return answer;
    if (performance.now() > deadline) throw new Error(`${what} is not answered: ${answer?.status ?? 'nothing'}`);
    await delay(pauseMs);
  }
}
