import type { Database, Process } from '@pps/read-store';
import { alertMails } from './alert-mail.process';
import { reconnectMails } from './reconnect-mail.process';
import { mailOutbox } from './mail-outbox.process';
import { verificationMails, type VerificationMailDeps } from './verification-mail.process';

/** Everything identity answers facts with. */
export function identityProcesses(deps: VerificationMailDeps & { readonly db: Database }): readonly Process<null>[] {
  return [verificationMails(deps), alertMails(deps), reconnectMails(deps), mailOutbox(deps.db)];
}
