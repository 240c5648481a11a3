import { factsOf, streamId, type RecordedFact } from '@pps/event-store';
import { derivedId } from '@pps/kernel';
import { defineProcess, type Process } from '@pps/read-store';
import { webhookStream, type WebhookDisabled } from '@pps/webhooks/events';
import { requestOwnerAlert, type AlertMailDeps } from './request-owner-alert';

/** Requests a mail to the owner of a workspace when the service disabled one of its webhooks because every delivery failed. */
export function webhookDisabledMails(deps: AlertMailDeps): Process<null> {
  return defineProcess({
    name: 'alert-mails',
    startsAt: 'now',
    handles: factsOf(webhookStream, 'WebhookDisabled'),
    initial: null,
    react: async (facts) => {
      for (const fact of facts) await alertOwner(deps, fact);
      return null;
    },
  });
}

async function alertOwner(deps: AlertMailDeps, fact: RecordedFact<WebhookDisabled>): Promise<void> {
  const webhookId = streamId(webhookStream, fact.stream);
  if (webhookId === null || fact.data.reason !== 'failing') return;
  const { state: webhook } = await deps.runner.load(webhookStream, webhookId);
  if (webhook.kind !== 'active') return;
  const { projectId, organizationId, epoch } = webhook;
  const requestId = derivedId('alert-mail', fact.id);
  const subject = { alert: 'webhook_disabled', webhookId } as const;
  await requestOwnerAlert(deps, fact, { organizationId, projectId, epoch, requestId, at: fact.data.at, subject });
}
