import type { CommandRunner, Origin } from '@pps/event-store';
import type { Database } from '@pps/read-store';
import { forgetFailures, isFailing, recordFailure } from './failure-record.store';
import { disableWebhook, type ActiveWebhook } from '../subscriptions/webhook.decider';
import { webhookStream } from '../subscriptions/webhook.stream';
import type { DisabledReason } from '../subscriptions/webhook.events';

export interface AttemptVerdict {
  readonly succeeded: boolean;
  /** The endpoint answered 410. */
  readonly gone: boolean;
  readonly at: Date;
}

/** Disables a webhook whose endpoint says that it is gone, or has done nothing but fail for days. */
export async function afterAttempt(
  deps: { readonly db: Database; readonly runner: CommandRunner },
  webhook: ActiveWebhook,
  verdict: AttemptVerdict,
  origin: Origin,
): Promise<void> {
  const { webhookId, enabledAt } = webhook;
  if (verdict.succeeded) return forgetFailures(deps.db, webhookId);
  const failures = await recordFailure(deps.db, webhookId, verdict.at, new Date(enabledAt));
  const reason: DisabledReason | null = verdict.gone ? 'gone' : isFailing(failures, verdict.at) ? 'failing' : null;
  if (!reason) return;
  const at = verdict.at.toISOString();
  await deps.runner.run(webhookStream, webhookId, origin, (state) => disableWebhook({ reason, at }, state));
}
