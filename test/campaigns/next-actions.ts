import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../setup/caller';
import type { Workspace } from './workspace';

const lookEveryMs = 3_000;
const waiting = ['queued', 'deferred', 'publishing'] as const;

/** Looks again and again, until `signal` aborts, for pins that are held back without a time at which they go on; gives one line for each. */
export async function watchNextActions(workspaces: readonly Workspace[], signal: AbortSignal): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  while (!signal.aborted) {
    for (const { call } of workspaces) {
      const answer = await call('GET', '/v1/pins?status=deferred&limit=200').catch((): Answer | null => null);
      const pins = answer?.status === 200 ? (answer.body as { title: string; next_attempt_at: string | null }[]) : [];
      for (const { title, next_attempt_at } of pins) if (next_attempt_at === null) found.add(`${title} is deferred without a next attempt`);
    }
    await delay(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
  return found;
}

/** How many pins of the workspace have not come to an end. */
export async function unfinished({ call }: Workspace): Promise<number> {
  const answers = await Promise.all(waiting.map((status) => call('GET', `/v1/pins?status=${status}&limit=1`)));
  return answers.reduce((sum, { headers }) => sum + Number(headers.get('x-total-count') ?? Number.NaN), 0);
}
