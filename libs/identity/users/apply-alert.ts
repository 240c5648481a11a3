import type { AlertMailFact } from './alert-mail.events';
import type { User } from './user.state';

const maxRetained = 20;

/** The user's alerts after a fact, the newest 20. */
export function applyAlert({ alerts }: Pick<User, 'alerts'>, fact: AlertMailFact): User['alerts'] {
  if (fact.type === 'AlertMailRequested') return [...alerts, { ...fact.data, mailSent: false }].slice(-maxRetained);
  return alerts.map((alert) => (alert.requestId === fact.data.requestId ? { ...alert, mailSent: true } : alert));
}
