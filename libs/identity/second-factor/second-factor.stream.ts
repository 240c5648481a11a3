import type { StreamType } from '@pps/event-store';
import { secondFactor } from './second-factor.decider';
import type { SecondFactorFact } from './second-factor.events';
import type { SecondFactorState } from './second-factor.state';

/** `second_factor-<userId>`: a person's authenticator app and recovery codes; that none of their codes works twice is decided here. */
export const secondFactorStream: StreamType<SecondFactorState, SecondFactorFact> = {
  category: 'second_factor',
  decider: secondFactor,
  facts: {
    SecondFactorSetupStarted: 1,
    SecondFactorEnabled: 1,
    SecondFactorCodeUsed: 1,
    RecoveryCodeUsed: 1,
    RecoveryCodesReplaced: 1,
    SecondFactorDisabled: 1,
  },
  snapshot: { version: 1, every: 200 },
};
