import type { Streams, Origin } from '@pps/event-store';
import type { Database } from '@pps/read-store';
import { noteReported, recordFailure, type FailuresEnd } from './endpoint-failures.store';
import { judgeFailureSpan, type EndpointFailures } from './failing.policy';
import { disableWebhook, reportFailing, reportRecovered, webhookStream, type ActiveWebhook } from '../subscriptions/webhook.stream';

export interface EndpointHealthDeps {
  readonly db: Database;
  readonly streams: Streams;
}

export interface UpdateHealthDeps extends EndpointHealthDeps {
  /** Ends the count of a webhook's failures up to this success, if there are. */
  readonly endFailures: (end: FailuresEnd) => Promise<void>;
}

export interface EndpointOutcome {
  readonly succeeded: boolean;
  /** The endpoint answered 410. */
  readonly gone: boolean;
  readonly at: Date;
}

/** Counts failures of a webhook's endpoint, and disables the webhook when the endpoint answers 410; a success ends the count. */
export async function updateEndpointHealth(
  deps: UpdateHealthDeps,
  webhook: ActiveWebhook,
  outcome: EndpointOutcome,
  origin: Origin,
): Promise<void> {
  const { webhookId, enabledAt, failingSince } = webhook;
  const at = outcome.at.toISOString();
  if (outcome.succeeded) {
    if (failingSince !== null) await deps.streams.decide(webhookStream, webhookId, origin, (state) => reportRecovered({ at }, state));
    return deps.endFailures({ webhookId, at: outcome.at });
  }
  const failures = await recordFailure(deps.db, webhookId, outcome.at, new Date(enabledAt));
  if (outcome.gone) {
    await deps.streams.decide(webhookStream, webhookId, origin, (state) => disableWebhook({ reason: 'gone', at }, state));
    return;
  }
  await judgeFailures(deps, failures, outcome.at, origin);
}

/** Reports failures that have gone on for a day, and disables the webhook after five; a repeat is silent. */
export async function judgeFailures(deps: EndpointHealthDeps, failures: EndpointFailures, now: Date, origin: Origin): Promise<void> {
  const verdict = judgeFailureSpan(failures, now);
  if (verdict === null) return;
  const { webhookId, firstAt } = failures;
  const at = now.toISOString();
  if (verdict === 'disable') {
    await deps.streams.decide(webhookStream, webhookId, origin, (state) => disableWebhook({ reason: 'failing', at }, state));
    return;
  }
  await deps.streams.decide(webhookStream, webhookId, origin, (state) => reportFailing({ since: firstAt.toISOString(), at }, state));
  await noteReported(deps.db, failures, now);
}
