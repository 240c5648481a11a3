import type { AlertMailFact } from './alert-mail.events';
import type { PendingAlert, User } from './user.state';

const maxRetained = 20;

/** The user's alerts after a fact: 20 at most, of which those that wait for a later moment go last. */
export function applyAlert({ alerts }: Pick<User, 'alerts'>, fact: AlertMailFact): User['alerts'] {
  if (fact.type === 'AlertMailRequested') return retained([...alerts, { ...fact.data, mailSent: false }]);
  return alerts.map((alert) => (alert.requestId === fact.data.requestId ? { ...alert, mailSent: true } : alert));
}

function retained(alerts: readonly PendingAlert[]): readonly PendingAlert[] {
  if (alerts.length <= maxRetained) return alerts;
  const waitsForLater = ({ sendAt, mailSent }: PendingAlert) => sendAt !== undefined && !mailSent;
  const index = alerts.findIndex((alert) => !waitsForLater(alert));
  return alerts.toSpliced(Math.max(0, index), 1);
}
