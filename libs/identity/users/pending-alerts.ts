import type { AlertMailFact } from './alert-mail.events';
import type { User } from './user.state';

const mostKept = 20;

/** The newest alerts, as the facts tell of them. */
export function alertsAfter({ alerts }: Pick<User, 'alerts'>, fact: AlertMailFact): User['alerts'] {
  if (fact.type === 'AlertMailRequested') return [...alerts, { ...fact.data, mailSent: false }].slice(-mostKept);
  return alerts.map((alert) => (alert.requestId === fact.data.requestId ? { ...alert, mailSent: true } : alert));
}
