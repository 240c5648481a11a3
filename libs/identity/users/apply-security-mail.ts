import type { SecurityMailFact } from './security-mail.events';
import type { User } from './user.state';

const maxRetained = 20;

/** The user's security mails after a fact, the newest 20. */
export function applySecurityMail({ securityMails }: Pick<User, 'securityMails'>, fact: SecurityMailFact): User['securityMails'] {
  if (fact.type === 'SecurityMailRequested') return [...securityMails, { ...fact.data, mailSent: false }].slice(-maxRetained);
  return securityMails.map((mail) => (mail.requestId === fact.data.requestId ? { ...mail, mailSent: true } : mail));
}
