import { connectionStream, type ReconnectRequired } from '@pps/connections/events';
import { factsOf, type RecordedFact } from '@pps/event-store';
import { derivedId } from '@pps/kernel';
import { defineProcess, type Process } from '@pps/read-store';
import { requestOwnerAlert, type AlertMailDeps } from './request-owner-alert';

/** Requests a mail to the owner of a workspace each time the platform stops accepting the tokens of one of its accounts. */
export function reconnectRequiredMails(deps: AlertMailDeps): Process<null> {
  return defineProcess({
    name: 'reconnect-mails',
    startsAt: 'now',
    handles: factsOf(connectionStream, 'ReconnectRequired'),
    initial: null,
    react: async (facts) => {
      for (const fact of facts) await alertOwner(deps, fact);
      return null;
    },
  });
}

async function alertOwner(deps: AlertMailDeps, fact: RecordedFact<ReconnectRequired>): Promise<void> {
  const { accountId, at } = fact.data;
  const { state: connection } = await deps.streams.load(connectionStream, accountId);
  if (connection.kind === 'absent' || connection.revokedAt !== null || connection.reconnectReason === null) return;
  const { projectId, organizationId, epoch } = connection;
  const requestId = derivedId('reconnect-mail', fact.id);
  const subject = { alert: 'reconnect_required', accountId } as const;
  await requestOwnerAlert(deps, fact, { organizationId, projectId, epoch, requestId, at, subject });
}
