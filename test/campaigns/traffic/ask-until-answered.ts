import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../../setup/caller';

const pauseMs = 100;
const patienceMs = 120_000;

/** Asks again while there is no answer, or one of 5xx or 429; throws after two minutes. */
export async function askUntilAnswered(what: string, ask: () => Promise<Answer>): Promise<Answer> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const answer = await ask().catch(() => null);
    if (answer && answer.status < 500 && answer.status !== 429) return answer;
    if (performance.now() > deadline) throw new Error(`${what} is not answered: ${answer?.status ?? 'nothing'}`);
    await delay(pauseMs);
  }
}
