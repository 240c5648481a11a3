import type { StreamType } from '@pps/event-store';
import { googleAccount, type GoogleAccountState } from './google.decider';
import type { GoogleFact } from './google.events';

/** `google-<subjectHash>`: whom a Google account signs in; the id is the keyed hash of issuer and subject. */
export const googleStream: StreamType<GoogleAccountState, GoogleFact> = {
  category: 'google',
  decider: googleAccount,
  facts: {
    GoogleAccountClaimed: 1,
    GoogleAccountReleased: 1,
  },
};
