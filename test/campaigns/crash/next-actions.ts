import { pause } from '@pps/concurrency';
import type { Answer } from '../../setup/caller';
import type { Workspace } from '../traffic/workspace';

const lookEveryMs = 3_000;
const patienceMs = 5_000;
const waiting = ['queued', 'deferred', 'publishing'] as const;

const alarm = /^pins_without_next_action(?:\{[^}]*\})? (\d+)$/m;

export interface WithoutNextAction {
  /** One line for each pin that was held back without a time at which it goes on. */
  readonly undated: ReadonlySet<string>;
  /** The most that the alarm of the service ever said. */
  readonly alarmAtMost: number;
}

/** Polls, until `signal` aborts, for pins that have no next action. */
export async function watchNextActions(
  workspaces: readonly Workspace[],
  metricsUrl: string,
  signal: AbortSignal,
): Promise<WithoutNextAction> {
  const found = new Set<string>();
  let alarmAtMost = 0;
  while (!signal.aborted) {
    for (const { call } of workspaces) {
      const answer = await call('GET', '/v1/pins?status=deferred&limit=200').catch((): Answer | null => null);
      const pins = answer?.status === 200 ? (answer.body as { title: string; next_attempt_at: string | null }[]) : [];
      for (const { title, next_attempt_at } of pins) if (next_attempt_at === null) found.add(`${title} is deferred without a next attempt`);
    }
    alarmAtMost = Math.max(alarmAtMost, await alarmIn(metricsUrl));
    await pause(lookEveryMs, signal);
  }
  return { undated: found, alarmAtMost };
}

/** 0 also where nobody answers. */
async function alarmIn(metricsUrl: string): Promise<number> {
  const text = await fetch(metricsUrl, { signal: AbortSignal.timeout(patienceMs) })
    .then((response) => response.text())
    .catch(() => '');
  return Number(alarm.exec(text)?.[1] ?? 0);
}

/** How many pins of the workspace have not come to an end. */
export async function unfinished({ call }: Workspace): Promise<number> {
  const answers = await Promise.all(waiting.map((status) => call('GET', `/v1/pins?status=${status}&limit=1`)));
  return answers.reduce((sum, { headers }) => sum + Number(headers.get('x-total-count') ?? Number.NaN), 0);
}
