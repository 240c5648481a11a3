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

/** The steps without the attempts that ended before the platform was called, and were deferred: how many there are is the machine's. */
export function withoutDeferredAttempts<Step extends Pick<TimelineStep, 'type' | 'message'>>(items: readonly Step[]): Step[] {
  let again = false;
  return items.filter(({ type, message }) => {
    const isDeferred = type === 'PinPublishDeferred' && beforeTheCall.includes(message);
    const isAgain = again && starts.includes(type);
    if (isDeferred || isAgain) again = isDeferred;
    return !isDeferred && !isAgain;
  });
}
