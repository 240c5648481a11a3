import { withoutDeferredAttempts, type TimelineStep } from './without-deferred-attempts';

/** The first deferral that was not the machine's: when its attempt began, and the moment until which the pin waits, both in milliseconds. */
export function firstWait(items: readonly TimelineStep[]): { readonly startedAt: number; readonly until: number } {
  const steps = withoutDeferredAttempts(items);
  const index = steps.findIndex(({ type }) => type === 'PinPublishDeferred');
  const attempt = steps.slice(0, Math.max(0, index)).findLast(({ type }) => type === 'PinPublishAttemptStarted');
  const until = /tried again at (\S+)\.$/.exec(steps[index]?.next_step ?? '')?.[1];
  if (attempt === undefined || until === undefined) throw new Error(`no deferral in ${JSON.stringify(items)}`);
  return { startedAt: Date.parse(attempt.at), until: Date.parse(until) };
}
