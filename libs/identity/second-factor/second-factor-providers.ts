import { ConfirmSecondFactorHandler } from './confirm-second-factor';
import { DisableSecondFactorHandler } from './disable-second-factor';
import { ProveAgainHandler } from './prove-again';
import { ProveSecondFactorOwnerHandler } from './prove-second-factor-owner';
import { RedeemSignInTicketHandler } from './redeem-sign-in-ticket';
import { ReplaceRecoveryCodesHandler } from './replace-recovery-codes';
import { SecondFactorAttempts } from './second-factor-attempts';
import { SecondFactorCodes } from './second-factor-codes';
import { SecondFactorTickets } from './second-factor-tickets';
import { StartSecondFactorSetupHandler } from './start-second-factor-setup';

/** What Nest has to know of the second factor. */
export const secondFactorProviders = [
  SecondFactorTickets,
  SecondFactorAttempts,
  SecondFactorCodes,
  StartSecondFactorSetupHandler,
  ConfirmSecondFactorHandler,
  RedeemSignInTicketHandler,
  ProveSecondFactorOwnerHandler,
  ProveAgainHandler,
  ReplaceRecoveryCodesHandler,
  DisableSecondFactorHandler,
];
