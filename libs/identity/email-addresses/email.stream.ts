import type { StreamType } from '@pps/event-store';
import { email, type EmailState } from './email.decider';
import type { EmailFact } from './email.events';

/** `email-<emailHash>`: whose an address is, so that two people cannot register with the same one. */
export const emailStream: StreamType<EmailState, EmailFact> = {
  category: 'email',
  decider: email,
  facts: {
    EmailClaimed: 1,
    EmailReleased: 1,
  },
};
