import type { StreamType } from '@pps/event-store';
import { user } from './user.decider';
import type { UserFact } from './user.events';
import type { UserState } from './user.state';

/** `user-<userId>`: the account of a person: registration, proof of the address, password. */
export const userStream: StreamType<UserState, UserFact> = { category: 'user', decider: user };
