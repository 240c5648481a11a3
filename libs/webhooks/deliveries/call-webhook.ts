import type { LiveStates } from '@pps/event-store';
import { textOrEmpty } from '@pps/kernel';
import type { Vault } from '@pps/vault';
import { projectStream } from '@pps/workspaces/events';
import type { LoadedCredentials } from '../messages/credentials';
import { headersOf, payloadOf, type WebhookMessage } from '../messages/message';
import { nameAccount } from '../messages/name-account';
import { maskHeaderValues } from '../subscriptions/custom-headers.policy';
import { webhookStream, type ActiveWebhook } from '../subscriptions/webhook.stream';
import type { EndpointConnection } from '../targets/endpoint.client';
import type { Resolve, TargetPolicy } from '../targets/target-url';
import { attemptDelivery, type AttemptResult } from './attempt-delivery';

export interface CallWebhookDeps {
  readonly live: LiveStates;
  readonly vault: Pick<Vault, 'getMany'>;
  readonly targets: TargetPolicy;
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
}

/** Who gets messages, one after another. */
export interface WebhookReceiver {
  readonly webhook: ActiveWebhook;
  readonly credentials: LoadedCredentials;
  readonly connection: EndpointConnection;
}

/** Sends one message. The webhook and its credentials may be some seconds old: where they have changed since, nothing is sent, which is `not permitted`. */
export async function callWebhook(
  deps: CallWebhookDeps,
  { webhook, credentials, connection }: WebhookReceiver,
  message: WebhookMessage,
  at: Date,
): Promise<AttemptResult> {
  const body = JSON.stringify(payloadOf(await nameAccount(deps, message), webhook.projectId));
  const result = await attemptDelivery({
    url: textOrEmpty(webhook.url),
    policy: deps.targets,
    projectId: webhook.projectId,
    headers: headersOf(message, body, credentials, at),
    body,
    isPermitted: () => isStillPermitted(deps.live, webhook),
    connection,
    ...(deps.resolve && { resolve: deps.resolve }),
    ...(deps.timeoutMs !== undefined && { timeoutMs: deps.timeoutMs }),
  });
  // An endpoint may answer with what it was sent.
  return result.kind === 'answered' ? { ...result, responseBody: maskHeaderValues(result.responseBody, credentials.headers) } : result;
}

/** Whether the webhook still is, as of now, the one that the message was made for: enabled, unchanged, in the present sandbox epoch. */
async function isStillPermitted(live: LiveStates, made: ActiveWebhook): Promise<boolean> {
  const head = await live.head();
  const [{ state }, { state: project }] = await Promise.all([
    live.get(webhookStream, made.webhookId, head),
    live.get(projectStream, made.projectId, head),
  ]);
  if (state.kind !== 'active' || state.disabledReason !== null || state.url !== made.url || !hasSameCredentials(state, made)) return false;
  return project.kind === 'created' && project.epoch === state.epoch;
}

/** Whether messages to both are made with the same secrets and headers. */
export const hasSameCredentials = (now: ActiveWebhook, made: ActiveWebhook): boolean =>
  now.secretRef === made.secretRef && now.headers?.ref === made.headers?.ref && now.keyPair?.ref === made.keyPair?.ref;
