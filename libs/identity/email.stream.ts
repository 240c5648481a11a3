import type { StreamType } from '@pps/event-store';
import { email, type EmailState } from './email.decider';
import type { EmailFact } from './email.events';

/** Keyed by `emailHash`. */
export const emailStream: StreamType<EmailState, EmailFact> = { category: 'email', decider: email };
