import type { StreamType } from '@pps/event-store';
import { user } from './user.decider';
import type { UserFact } from './user.events';
import type { UserState } from './user.state';

/** `user-<userId>`: a person's account: registration, e-mail address, password, links, mails. */
export const userStream: StreamType<UserState, UserFact> = { category: 'user', decider: user };
