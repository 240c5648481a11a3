import { quotaStream } from '@pps/billing/events';
import { connectionStream } from '@pps/connections/events';
import { causedBy, factsOf, streamId, type HandledFact, type HandledFacts, type RecordedFact, type Streams } from '@pps/event-store';
import { apiKeyStream, isKeyWorking, userStream, type AlertMailRequested } from '@pps/identity/events';
import { importStream } from '@pps/imports/events';
import { derivedId, type Clock } from '@pps/kernel';
import { defineProcess, type Process } from '@pps/read-store';
import { webhookStream } from '@pps/webhooks/events';
import { organizationStream, projectStream } from '@pps/workspaces/events';
import { requestAlertMail } from '../mail.decider';

export interface AlertMailDeps {
  readonly streams: Streams;
  readonly clock: Clock;
}

export interface OwnerAlert {
  readonly organizationId: string;
  readonly projectId: string;
  readonly epoch: number;
  readonly requestId: string;
  readonly at: string;
  /** Not before; absent: at once. */
  readonly sendAt?: string;
  readonly subject: Pick<AlertMailRequested['data'], 'alert' | 'webhookId' | 'accountId' | 'keyId' | 'importJobId' | 'quota' | 'payment'>;
}

export const mailWithinMs = 72 * 3_600_000;

/** Requests an alert mail to the owner of the workspace, which is not sent later than 72 h after `at` or `sendAt`; a repeat for the same fact is silent. */
export async function requestOwnerAlert({ streams, clock }: AlertMailDeps, fact: RecordedFact, alert: OwnerAlert): Promise<void> {
  const { organizationId, projectId, epoch, requestId, at, sendAt, subject } = alert;
  const { state: organization } = await streams.load(organizationStream, organizationId);
  if (organization.kind === 'none') return;
  const userId = organization.ownerUserId;
  const expiresAt = new Date(Date.parse(sendAt ?? at) + mailWithinMs).toISOString();
  const requested = { requestId, userId, ...subject, projectId, requestedAt: at, ...(sendAt !== undefined && { sendAt }), expiresAt };
  const factId = () => derivedId('AlertMailRequested', requestId);
  await streams.decide(userStream, userId, causedBy(fact, clock()), (state) => requestAlertMail(requested, epoch, state), { factId });
}

/** A process that asks for mails about facts, one after the other, from its first start on. */
export const mailProcess = <Handled extends RecordedFact>(
  name: string,
  handles: HandledFacts<Handled>,
  requestMail: (fact: Handled) => Promise<void>,
): Process<null> =>
  defineProcess({
    name,
    startsAt: 'now',
    handles,
    initial: null,
    react: async (facts) => {
      for (const fact of facts) await requestMail(fact);
      return null;
    },
  });

const webhookFacts = factsOf(webhookStream, 'WebhookDisabled', 'WebhookFailing', 'WebhookRecovered');

/** When every delivery to a webhook failed for a day, when one succeeds again, and when the service disabled it for that. */
export const webhookMails = (deps: AlertMailDeps): Process<null> =>
  mailProcess('alert-mails', webhookFacts, async (fact) => {
    const [webhookId, alert] = [streamId(webhookStream, fact.stream), webhookAlert(fact)];
    if (webhookId === null || alert === null) return;
    const { state: webhook } = await deps.streams.load(webhookStream, webhookId);
    if (webhook.kind !== 'active') return;
    const { projectId, organizationId, epoch } = webhook;
    const requestId = derivedId('alert-mail', fact.id);
    await requestOwnerAlert(deps, fact, { organizationId, projectId, epoch, requestId, at: fact.data.at, subject: { alert, webhookId } });
  });

function webhookAlert(fact: HandledFact<typeof webhookFacts>): OwnerAlert['subject']['alert'] | null {
  switch (fact.type) {
    case 'WebhookDisabled':
      return fact.data.reason === 'failing' ? 'webhook_disabled' : null;
    case 'WebhookFailing':
      return 'webhook_failing';
    case 'WebhookRecovered':
      return 'webhook_recovered';
  }
}

/** Each time the platform stops accepting the tokens of an account. That of a sandbox, which a title asks for, is only a webhook's event. */
export const reconnectRequiredMails = (deps: AlertMailDeps): Process<null> =>
  mailProcess('reconnect-mails', factsOf(connectionStream, 'ReconnectRequired'), async (fact) => {
    const { accountId, at } = fact.data;
    const { state: connection } = await deps.streams.load(connectionStream, accountId);
    if (connection.kind === 'absent' || connection.simulated || connection.revokedAt !== null || connection.reconnectReason === null)
      return;
    const { projectId, organizationId, epoch } = connection;
    const requestId = derivedId('reconnect-mail', fact.id);
    const subject = { alert: 'reconnect_required', accountId } as const;
    await requestOwnerAlert(deps, fact, { organizationId, projectId, epoch, requestId, at, subject });
  });

/** When an API key ends soon. */
export const keyExpiringMails = (deps: AlertMailDeps): Process<null> =>
  mailProcess('key-mails', factsOf(apiKeyStream, 'ApiKeyExpiring'), async (fact) => {
    const { keyId, at } = fact.data;
    const { state: key } = await deps.streams.load(apiKeyStream, keyId);
    if (key.kind === 'none' || !isKeyWorking(key, deps.clock().toISOString())) return;
    const { projectId, organizationId, epoch } = key;
    const requestId = derivedId('key-mail', fact.id);
    await requestOwnerAlert(deps, fact, { organizationId, projectId, epoch, requestId, at, subject: { alert: 'api_key_expiring', keyId } });
  });

/** Whoever waited for less is still there and looks at it. */
const longImportMs = 60_000;

/** When an import is done that took a minute or longer. */
export const importFinishedMails = (deps: AlertMailDeps): Process<null> =>
  mailProcess('import-mails', factsOf(importStream, 'ImportCompleted'), async (fact) => {
    const { jobId, acceptedAt, completedAt, canceled } = fact.data;
    const { organizationId, projectId, epoch = 0 } = fact.metadata;
    const isLong = Date.parse(completedAt) - Date.parse(acceptedAt) >= longImportMs;
    if (!isLong || canceled || organizationId === undefined || projectId === undefined) return;
    const requestId = derivedId('import-mail', fact.id);
    const subject = { alert: 'import_finished', importJobId: jobId } as const;
    await requestOwnerAlert(deps, fact, { organizationId, projectId, epoch, requestId, at: completedAt, subject });
  });

/** When much of a month's quota is used. A sandbox, whose quota costs nothing, only has the webhook's event. */
export const quotaThresholdMails = (deps: AlertMailDeps): Process<null> =>
  mailProcess('quota-mails', factsOf(quotaStream, 'QuotaThresholdReached'), async (fact) => {
    const { plan, month, thresholdPercent, quotaLimit, quotaUsed, reachedAt } = fact.data;
    const { organizationId, projectId, epoch = 0 } = fact.metadata;
    if (organizationId === undefined || projectId === undefined) return;
    const { state: project } = await deps.streams.load(projectStream, projectId);
    if (project.kind === 'none' || project.environment === 'sandbox') return;
    const requestId = derivedId('quota-mail', fact.id);
    const quota = { plan, month, thresholdPercent, quotaLimit, quotaUsed };
    const subject = { alert: 'quota_threshold', quota } as const;
    await requestOwnerAlert(deps, fact, { organizationId, projectId, epoch, requestId, at: reachedAt, subject });
  });
