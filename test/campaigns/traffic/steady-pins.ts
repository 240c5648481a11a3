import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../../setup/caller';
import type { Creation } from './create-in-batches';
import { pinOf, type Workspace } from './workspace';

export interface Asked {
  /** Milliseconds of this process's monotonic clock. */
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly what: 'create' | 'read';
  /** What came first and was no success; null where the first answer was one. */
  readonly first: string | null;
  /** The same of the second, asked with the same key; null where none was needed. */
  readonly second: string | null;
}

export interface SteadyPins {
  readonly asked: readonly Asked[];
  /** Creations that had to be asked for more than twice, from the first question to the answer that was a success. */
  readonly insisted: readonly Pick<Asked, 'askedAt' | 'answeredAt'>[];
  readonly titles: readonly string[];
  /** No new ones; resolves when all that have begun are over. */
  finish(): Promise<readonly Creation[]>;
}

export interface SteadyOptions {
  readonly perSecond: number;
  /** What titles begin with. */
  readonly prefix: string;
  /** How long after the first refusal the second question comes, where the refusal does not say itself. */
  readonly retryAfterMs: number;
  /** Asks on until an answer where the second was none, so that all have one. */
  readonly insists: boolean;
  /** Begins one less often where so many are open. */
  readonly openAtMost?: number;
}

const insistEveryMs = 500;
const insistWithinMs = 120_000;

/** Creates pins at a steady rate whatever becomes of them and reads each as soon as it is accepted; what is refused is asked once more. */
export function createPinsSteadily(workspace: Workspace, options: SteadyOptions): SteadyPins {
  const { perSecond, prefix, retryAfterMs, insists, openAtMost = 500 } = options;
  const [asked, titles, creations, insisted]: [Asked[], string[], Creation[], Pick<Asked, 'askedAt' | 'answeredAt'>[]] = [[], [], [], []];
  const open = new Set<Promise<void>>();

  /** The answer that was a success, or why there was none. */
  const askTwice = async (what: Asked['what'], ask: () => Promise<Answer>, wanted: number): Promise<Answer | string> => {
    const askedAt = performance.now();
    const first = await outcomeOf(ask, wanted);
    if (typeof first === 'string') await delay(wantedWaitMs(first) ?? retryAfterMs);
    const last = typeof first === 'string' ? await outcomeOf(ask, wanted) : first;
    asked.push({ askedAt, answeredAt: performance.now(), what, first: refusalIn(first), second: refusalIn(last) });
    return last;
  };
  const insist = async (ask: () => Promise<Answer>, before: string, askedAt: number): Promise<Answer | string> => {
    const deadline = performance.now() + insistWithinMs;
    let answer: Answer | string = before;
    while (typeof answer === 'string' && performance.now() < deadline) {
      await delay(insistEveryMs);
      answer = await outcomeOf(ask, 201);
    }
    if (typeof answer !== 'string') insisted.push({ askedAt, answeredAt: performance.now() });
    return answer;
  };
  const create = async (title: string): Promise<void> => {
    const ask = () => workspace.call('POST', '/v1/pins', pinOf(workspace, title));
    const askedAt = performance.now();
    const twice = await askTwice('create', ask, 201);
    const created = typeof twice === 'string' && insists ? await insist(ask, twice, askedAt) : twice;
    if (typeof created === 'string') return void creations.push({ title, pinId: null, refusal: created });
    creations.push({ title, pinId: created.body.id, refusal: null });
    await askTwice('read', () => workspace.call('GET', `/v1/pins/${created.body.id}`), 200);
  };
  const timer = setInterval(() => {
    if (open.size >= openAtMost) return;
    const title = `${prefix}-${String(titles.length + 1).padStart(5, '0')}`;
    titles.push(title);
    const one = create(title).finally(() => open.delete(one));
    open.add(one);
  }, 1_000 / perSecond);

  return {
    asked,
    insisted,
    titles,
    finish: async () => {
      clearInterval(timer);
      await Promise.all(open);
      return creations;
    },
  };
}

/** What a refusal itself asks for, ten seconds at most. */
function wantedWaitMs(refusal: string): number | null {
  const [, seconds] = /"retry_after_seconds":(\d+)/.exec(refusal) ?? [];
  return seconds === undefined ? null : Math.min(10, Number(seconds)) * 1_000;
}

const refusalIn = (outcome: Answer | string): string | null => (typeof outcome === 'string' ? outcome : null);

async function outcomeOf(ask: () => Promise<Answer>, wanted: number): Promise<Answer | string> {
  try {
    const answer = await ask();
    return answer.status === wanted ? answer : `${answer.status} ${JSON.stringify(answer.body)}`;
  } catch (error) {
    return error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error);
  }
}

/** How often each answer that was no success came first, or to the second question; without ids and moments. */
export function refusalsIn(asked: readonly Asked[], which: 'first' | 'second'): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { what, [which]: refusal } of asked) {
    if (refusal === null) continue;
    const name = `${what}: ${refusal
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')
      .replaceAll(/\d{4,}/g, '…')
      .slice(0, 160)}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
