import type { Database, Process } from '@pps/read-store';
import { alertMails, type AlertMailDeps } from './alert-mail.process';
import { mailOutbox } from './mail-outbox.process';
import { reconnectMails } from './reconnect-mail.process';

/** Everything mail answers facts with. */
export const mailProcesses = (deps: AlertMailDeps & { readonly db: Database }): readonly Process<null>[] => [
  alertMails(deps),
  reconnectMails(deps),
  mailOutbox(deps.db),
];
