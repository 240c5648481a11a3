import type { Database, Process } from '@pps/read-store';
import {
  importFinishedMails,
  keyExpiringMails,
  quotaThresholdMails,
  reconnectRequiredMails,
  webhookMails,
  type AlertMailDeps,
} from './alerts/owner-alerts.process';
import { paymentMails } from './alerts/payment-mail.process';
import { securityMails } from './alerts/security-mail.process';
import { mailOutbox } from './outbox/mail-outbox.process';

/** The processes of this library. */
export const mailProcesses = (deps: AlertMailDeps & { readonly db: Database }): readonly Process<null>[] => [
  webhookMails(deps),
  reconnectRequiredMails(deps),
  importFinishedMails(deps),
  keyExpiringMails(deps),
  quotaThresholdMails(deps),
  securityMails(deps),
  paymentMails(deps),
  mailOutbox(deps.db),
];
