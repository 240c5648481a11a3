import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../../setup/caller';
import type { Creation } from './create-in-batches';
import { pinOf, type Workspace } from './workspace';

/** A pin that is made later than it was asked for: at its time where it has one, and as a row of a file where it has none. */
export interface LaterPin {
  readonly title: string;
  /** Milliseconds of the system's clock. */
  readonly runAt: number | null;
  /** False where it was refused as past after a question that nobody answered: that one may have been stored, or be stored still. */
  readonly isSure: boolean;
}

export interface LaterPins {
  /** No new ones; resolves once each question has had its last answer, two minutes after the first at most. */
  finish(): Promise<{
    readonly pins: readonly LaterPin[];
    /** Refused for good, or never answered. */ readonly refusals: readonly string[];
  }>;
}

const [scheduleEveryMs, fileEveryMs, rowsOfFile, dueInMs] = [1_000, 4_000, 3, 3_000];
const [askAgainMs, patienceMs] = [250, 120_000];
/** By so much the clock of an API may be ahead of this one's. */
const clockMs = 500;

/** A schedule a second, due three seconds later, and a file of three rows every four: each is asked for until it is answered. */
export function createPinsLater(workspace: Workspace, prefix: string): LaterPins {
  const [pins, refusals, open] = [[] as LaterPin[], [] as string[], new Set<Promise<void>>()];
  const stopping = new AbortController();
  let number = 0;
  const nextTitle = () => `${prefix}-${String(++number).padStart(5, '0')}`;

  const schedule = async (): Promise<void> => {
    const [title, runAt] = [nextTitle(), Date.now() + dueInMs];
    const { answer, wasUnanswered } = await ask(workspace, '/v1/schedules', {
      ...pinOf(workspace, title),
      run_at: new Date(runAt).toISOString(),
    });
    const isPast = answer?.status === 422 && JSON.stringify(answer.body).includes('datetime_future') && Date.now() >= runAt - clockMs;
    if (answer?.status === 201 || (isPast && wasUnanswered)) pins.push({ title, runAt, isSure: !isPast });
    else if (!isPast) refusals.push(`the schedule ${title} was refused: ${describe(answer)}`);
  };
  const sendFile = async (): Promise<void> => {
    const titles = Array.from({ length: rowsOfFile }, nextTitle);
    const rows = titles.map((title) => pinOf(workspace, title));
    const { answer } = await ask(workspace, '/v1/pins/imports/json', rows);
    if (answer?.status === 202) pins.push(...titles.map((title) => ({ title, runAt: null, isSure: true })));
    else refusals.push(`a file was refused: ${describe(answer)}`);
  };
  const repeatEvery = async (everyMs: number, begin: () => Promise<void>) => {
    while (!stopping.signal.aborted) {
      const one = begin().finally(() => open.delete(one));
      open.add(one);
      await delay(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const asking = Promise.all([repeatEvery(scheduleEveryMs, schedule), repeatEvery(fileEveryMs, sendFile)]);
  return {
    finish: async () => {
      stopping.abort();
      await asking;
      await Promise.all(open);
      return { pins, refusals };
    },
  };
}

interface LastAnswer {
  /** Null: none within two minutes. */
  readonly answer: Answer | null;
  /** Whether a question before it had no answer of an API, so that what it asked for may be done. */
  readonly wasUnanswered: boolean;
}

/** Asks again while there is no answer, or a passing one, with the same keys. Never throws. */
async function ask(workspace: Workspace, path: string, body: object): Promise<LastAnswer> {
  let wasUnanswered = false;
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await delay(askAgainMs)) {
    const answer = await workspace.call('POST', path, body).catch(() => null);
    if (answer && answer.status < 500 && answer.status !== 429) return { answer, wasUnanswered };
    wasUnanswered ||= answer?.status !== 429;
  }
  return { answer: null, wasUnanswered };
}

const describe = (answer: Answer | null): string => (answer ? `${answer.status} ${JSON.stringify(answer.body)}` : 'no answer');

/** Each as if it had been created by itself, with the pin that there is of its title; without those that need not be there and are not. */
export function asCreations(laterPins: readonly LaterPin[], pins: readonly { readonly id: string; readonly title: string }[]): Creation[] {
  const ids = new Map(pins.map(({ id, title }) => [title, id]));
  return laterPins
    .filter(({ title, isSure }) => isSure || ids.has(title))
    .map(({ title }) => ({ title, pinId: ids.get(title) ?? 'none', refusal: null }));
}

/** How much later than their time the platform was given those that have one; negative where it was earlier. */
export function latenessOf(
  laterPins: readonly LaterPin[],
  onPlatform: readonly { readonly title: string; readonly received_at: number }[],
): readonly { readonly title: string; readonly ms: number }[] {
  const times = new Map(laterPins.flatMap(({ title, runAt }) => (runAt === null ? [] : [[title, runAt]])));
  return onPlatform.flatMap(({ title, received_at }) => {
    const runAt = times.get(title);
    return runAt === undefined ? [] : [{ title, ms: Math.round(received_at - runAt) }];
  });
}
