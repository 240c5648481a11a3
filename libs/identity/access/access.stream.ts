import type { StreamType } from '@pps/event-store';
import { access, type AccessState } from './access.decider';
import type { AccessFact } from './access.events';

/** `access-<userId>-<yyyy-mm-dd>`: failed sign-ins and switches of project of a person on a day (UTC); how many are recorded is decided here. */
export const accessStream: StreamType<AccessState, AccessFact> = {
  category: 'access',
  decider: access,
  facts: {
    SignInFailed: 1,
    ProjectSwitched: 1,
  },
};

/** The day in UTC is part of the name, so that no such stream grows for long. */
export const accessStreamId = (userId: string, at: string): string => `${userId}-${at.slice(0, 10)}`;
