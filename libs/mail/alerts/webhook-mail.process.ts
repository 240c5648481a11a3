import type { AlertMailRequested } from '@pps/identity/events';
import { factsOf, streamId, type RecordedFact } from '@pps/event-store';
import { derivedId } from '@pps/kernel';
import { defineProcess, type Process } from '@pps/read-store';
import { webhookStream, type WebhookDisabled, type WebhookFailing, type WebhookRecovered } from '@pps/webhooks/events';
import { requestOwnerAlert, type AlertMailDeps } from './request-owner-alert';

/** Requests a mail to the owner of a workspace when every delivery to one of its webhooks failed for a day, when one succeeds again, and when the service disabled it for that. */
export function webhookMails(deps: AlertMailDeps): Process<null> {
  return defineProcess({
    name: 'alert-mails',
    startsAt: 'now',
    handles: factsOf(webhookStream, 'WebhookDisabled', 'WebhookFailing', 'WebhookRecovered'),
    initial: null,
    react: async (facts) => {
      for (const fact of facts) await alertOwner(deps, fact);
      return null;
    },
  });
}

type ReportedFact = RecordedFact<WebhookDisabled | WebhookFailing | WebhookRecovered>;

async function alertOwner(deps: AlertMailDeps, fact: ReportedFact): Promise<void> {
  const [webhookId, alert] = [streamId(webhookStream, fact.stream), alertOf(fact)];
  if (webhookId === null || alert === null) return;
  const { state: webhook } = await deps.streams.load(webhookStream, webhookId);
  if (webhook.kind !== 'active') return;
  const { projectId, organizationId, epoch } = webhook;
  const requestId = derivedId('alert-mail', fact.id);
  await requestOwnerAlert(deps, fact, { organizationId, projectId, epoch, requestId, at: fact.data.at, subject: { alert, webhookId } });
}

function alertOf(fact: ReportedFact): AlertMailRequested['data']['alert'] | null {
  switch (fact.type) {
    case 'WebhookDisabled':
      return fact.data.reason === 'failing' ? 'webhook_disabled' : null;
    case 'WebhookFailing':
      return 'webhook_failing';
    case 'WebhookRecovered':
      return 'webhook_recovered';
  }
}
