/** A step as a pin's timeline tells it. */
export interface TimelineStep {
  readonly type: string;
  readonly at: string;
  readonly reason: string | null;
  readonly message: string;
  readonly next_step: string | null;
}

const beforeTheCall = ['The worker stalled before the call.', 'No publishing token was left.'];
const starts = ['PinPublishAttemptStarted', 'PinMediaPreparationStarted'];

/** The steps without the attempts that ended before the platform was called, to wait for another turn: how many there are is the machine's. */
export function withoutMissedTurns<Step extends Pick<TimelineStep, 'type' | 'message'>>(items: readonly Step[]): Step[] {
  let again = false;
  return items.filter(({ type, message }) => {
    const missed = type === 'PinPublishDeferred' && beforeTheCall.includes(message);
    const isAgain = again && starts.includes(type);
    if (missed || isAgain) again = missed;
    return !missed && !isAgain;
  });
}
