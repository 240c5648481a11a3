import { factsOf, type RecordedFact } from '@pps/event-store';
import { importStream, type ImportCompleted } from '@pps/imports/events';
import { derivedId } from '@pps/kernel';
import { defineProcess, type Process } from '@pps/read-store';
import { requestOwnerAlert, type AlertMailDeps } from './request-owner-alert';

/** Whoever waited for less is still there and looks at it. */
const longMs = 60_000;

/** Requests a mail to the owner of a workspace when an import is done that took a minute or longer. */
export function importFinishedMails(deps: AlertMailDeps): Process<null> {
  return defineProcess({
    name: 'import-mails',
    startsAt: 'now',
    handles: factsOf(importStream, 'ImportCompleted'),
    initial: null,
    react: async (facts) => {
      for (const fact of facts) await alertOwner(deps, fact);
      return null;
    },
  });
}

async function alertOwner(deps: AlertMailDeps, fact: RecordedFact<ImportCompleted>): Promise<void> {
  const { jobId, acceptedAt, completedAt, canceled } = fact.data;
  const { organizationId, projectId, epoch = 0 } = fact.metadata;
  const isLong = Date.parse(completedAt) - Date.parse(acceptedAt) >= longMs;
  if (!isLong || canceled || organizationId === undefined || projectId === undefined) return;
  const requestId = derivedId('import-mail', fact.id);
  const subject = { alert: 'import_finished', importJobId: jobId } as const;
  await requestOwnerAlert(deps, fact, { organizationId, projectId, epoch, requestId, at: completedAt, subject });
}
