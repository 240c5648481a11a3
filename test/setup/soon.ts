import type { Answer } from './caller';

const refused = 422;
const farthestMs = 120_000;

/** Sends what is to happen in a moment, 1.5 s ahead at first; where that was over when it arrived on a slow machine, farther ahead. */
export async function soon(send: (runAt: string) => Promise<Answer>): Promise<Answer> {
  for (let aheadMs = 1_500; ; aheadMs *= 2) {
    const answer = await send(new Date(Date.now() + aheadMs).toISOString());
    if (answer.status !== refused || aheadMs > farthestMs) return answer;
  }
}
