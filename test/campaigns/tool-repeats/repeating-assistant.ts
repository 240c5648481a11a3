import { setTimeout as delay } from 'node:timers/promises';
import type { Call } from '../../setup/caller';
import type { Headers } from '../../setup/platform-user';
import { modernCall } from '../../mcp/send-raw';

/** The result of a tool that did what it was asked for. */
export type Done = ReturnType<typeof JSON.parse>;

export interface RepeatingAssistant {
  /** How often a call was made again. */
  readonly repeats: () => number;
  /** Calls a tool until it is told what became of it, now and then several times at once: what each of the last calls was told. */
  call(tool: string, args: object): Promise<readonly Done[]>;
}

const pauseMs = 250;
const patienceMs = 180_000;
const mostAtOnce = 20;

/** What passes by itself, as its words say. */
const passing =
  /^error: (conflict|rate_limited|overloaded|service_unavailable|internal_error|pin_publishing|platform_\w+|quota_check_pending)\n/;

/** An assistant that repeats a call word for word, on any process, wherever it was not answered or is told to ask again. */
export function repeatingAssistant(apis: readonly Call[], key: Headers, random: () => number): RepeatingAssistant {
  let repeats = 0;
  return { repeats: () => repeats, call };

  async function call(tool: string, args: object): Promise<readonly Done[]> {
    const times = random() < 0.2 ? 2 + Math.floor(random() * (mostAtOnce - 1)) : 1;
    return Promise.all(Array.from({ length: times }, () => callOne(tool, args)));
  }

  async function callOne(tool: string, args: object): Promise<Done> {
    const { body, headers } = modernCall(tool, args);
    const deadline = performance.now() + patienceMs;
    for (let last = 'nothing'; ;) {
      const api = apis[Math.floor(random() * apis.length)] as Call;
      const answer = await api('POST', '/mcp', JSON.parse(body), { ...headers, ...key }).catch(() => null);
      const result = answer?.body?.result;
      if (answer?.status === 200 && result && !result.isError) return result.structuredContent;
      const text = (result?.content?.[0]?.text ?? JSON.stringify(answer?.body ?? null)) as string;
      if (answer && answer.status < 500 && answer.status !== 429 && !passing.test(text)) throw new Error(`${tool} was refused: ${text}`);
      last = `${answer?.status ?? 'no answer'} ${text}`;
      if (performance.now() > deadline) throw new Error(`${tool} is not answered: ${last}`);
      repeats += 1;
      await delay(pauseMs);
    }
  }
}
