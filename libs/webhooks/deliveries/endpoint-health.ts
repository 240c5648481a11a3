import type { CommandRunner, Origin } from '@pps/event-store';
import type { Database } from '@pps/read-store';
import { deleteFailures, isFailing, recordFailure } from './endpoint-failures.store';
import { disableWebhook, type ActiveWebhook } from '../subscriptions/webhook.decider';
import { webhookStream } from '../subscriptions/webhook.stream';
import type { DisabledReason } from '../subscriptions/webhook.events';

export interface EndpointOutcome {
  readonly succeeded: boolean;
  /** The endpoint answered 410. */
  readonly gone: boolean;
  readonly at: Date;
}

/** Counts failures of a webhook's endpoint, and disables the webhook when the endpoint answers 410 or has failed every attempt for 5 days. */
export async function updateEndpointHealth(
  deps: { readonly db: Database; readonly runner: CommandRunner },
  webhook: ActiveWebhook,
  verdict: EndpointOutcome,
  origin: Origin,
): Promise<void> {
  const { webhookId, enabledAt } = webhook;
  if (verdict.succeeded) return deleteFailures(deps.db, webhookId);
  const failures = await recordFailure(deps.db, webhookId, verdict.at, new Date(enabledAt));
  const reason: DisabledReason | null = verdict.gone ? 'gone' : isFailing(failures, verdict.at) ? 'failing' : null;
  if (!reason) return;
  const at = verdict.at.toISOString();
  await deps.runner.run(webhookStream, webhookId, origin, (state) => disableWebhook({ reason, at }, state));
}
