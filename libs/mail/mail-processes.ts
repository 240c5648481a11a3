import type { Database, Process } from '@pps/read-store';
import { importFinishedMails } from './alerts/import-finished-mail.process';
import { paymentMails } from './alerts/payment-mail.process';
import { quotaThresholdMails } from './alerts/quota-threshold-mail.process';
import { reconnectRequiredMails } from './alerts/reconnect-required-mail.process';
import type { AlertMailDeps } from './alerts/request-owner-alert';
import { webhookMails } from './alerts/webhook-mail.process';
import { securityMails } from './security/security-mail.process';
import { mailOutbox } from './outbox/mail-outbox.process';

/** The processes of this library. */
export const mailProcesses = (deps: AlertMailDeps & { readonly db: Database }): readonly Process<null>[] => [
  webhookMails(deps),
  reconnectRequiredMails(deps),
  importFinishedMails(deps),
  quotaThresholdMails(deps),
  securityMails(deps),
  paymentMails(deps),
  mailOutbox(deps.db),
];
