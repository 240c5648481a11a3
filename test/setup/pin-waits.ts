/** A step as a pin's timeline tells it. */
export interface TimelineStep {
  readonly type: string;
  readonly at: string;
  readonly reason: string | null;
  readonly message: string;
  readonly next_step: string | null;
}

const beforeTheCall = ['The worker stalled before the call.', 'No publishing token was left.'];

/** The steps without the attempts that ended before the platform was called, to wait for another turn: how many there are is the machine's. */
export function withoutTurnsMissed<Step extends TimelineStep>(items: readonly Step[]): Step[] {
  let again = false;
  return items.filter(({ type, message }) => {
    const missed = type === 'PinPublishDeferred' && beforeTheCall.includes(message);
    const isAgain = again && type === 'PinPublishAttemptStarted';
    if (missed || isAgain) again = missed;
    return !missed && !isAgain;
  });
}

/** The first deferral that was not the machine's: when its attempt began, and the moment until which the pin waits, both in milliseconds. */
export function firstWait(items: readonly TimelineStep[]): { readonly startedAt: number; readonly until: number } {
  const steps = withoutTurnsMissed(items);
  const index = steps.findIndex(({ type }) => type === 'PinPublishDeferred');
  const attempt = steps.slice(0, Math.max(0, index)).findLast(({ type }) => type === 'PinPublishAttemptStarted');
  const until = /tried again at (\S+)\.$/.exec(steps[index]?.next_step ?? '')?.[1];
  if (attempt === undefined || until === undefined) throw new Error(`no deferral in ${JSON.stringify(items)}`);
  return { startedAt: Date.parse(attempt.at), until: Date.parse(until) };
}
