import { handles, type CommandTable } from '@pps/kernel';
import type { Identity } from './bind-identity';
import { RecordProjectSwitch, recordProjectSwitch } from './access/record-project-switch';
import { ConfirmEmailChange, confirmEmailChange } from './email-links/confirm-email-change';
import { RequestEmailChange, requestEmailChange } from './email-links/request-email-change';
import { RequestVerification, requestVerification } from './email-links/request-verification';
import { VerifyEmail, verifyEmail } from './email-links/verify-email';
import {
  CancelAccountDeletion,
  cancelAccountDeletion,
  RequestAccountDeletion,
  requestAccountDeletion,
} from './forgetting/request-account-deletion';
import { CompleteGoogleSignIn, completeGoogleSignIn } from './google/complete-google-sign-in';
import { RedeemHandoff, redeemHandoff } from './google/redeem-handoff';
import { StartGoogleSignIn, startGoogleSignIn } from './google/start-google-sign-in';
import { LogIn, logIn } from './log-in/log-in';
import { ChangePassword, changePassword } from './passwords/change-password';
import { RequestPasswordReset, requestPasswordReset } from './passwords/request-password-reset';
import { RegisterUser, registerUser } from './users/register-user';
import {
  ConfirmSecondFactor,
  confirmSecondFactor,
  StartSecondFactorSetup,
  startSecondFactorSetup,
} from './second-factor/start-second-factor-setup';
import { DisableSecondFactor, disableSecondFactor } from './second-factor/disable-second-factor';
import { ProveAgain, proveAgain, ProveSecondFactorOwner, proveSecondFactorOwner } from './second-factor/prove-second-factor-owner';
import { RedeemSignInTicket, redeemSignInTicket } from './second-factor/redeem-sign-in-ticket';
import { ReplaceRecoveryCodes, replaceRecoveryCodes } from './second-factor/replace-recovery-codes';
import { EndSession, endSession } from './sessions/end-session';
import { StartSession, startSession } from './sessions/start-session';

/** What people command of their accounts, sign-ins and sessions. */
export const identityCommands: CommandTable<Identity> = [
  handles(RecordProjectSwitch, recordProjectSwitch),
  handles(ConfirmEmailChange, confirmEmailChange),
  handles(RequestEmailChange, requestEmailChange),
  handles(RequestVerification, requestVerification),
  handles(VerifyEmail, verifyEmail),
  handles(CancelAccountDeletion, cancelAccountDeletion),
  handles(RequestAccountDeletion, requestAccountDeletion),
  handles(CompleteGoogleSignIn, completeGoogleSignIn),
  handles(RedeemHandoff, redeemHandoff),
  handles(StartGoogleSignIn, startGoogleSignIn),
  handles(LogIn, logIn),
  handles(ChangePassword, changePassword),
  handles(RequestPasswordReset, requestPasswordReset),
  handles(RegisterUser, registerUser),
  handles(ConfirmSecondFactor, confirmSecondFactor),
  handles(DisableSecondFactor, disableSecondFactor),
  handles(ProveAgain, proveAgain),
  handles(ProveSecondFactorOwner, proveSecondFactorOwner),
  handles(RedeemSignInTicket, redeemSignInTicket),
  handles(ReplaceRecoveryCodes, replaceRecoveryCodes),
  handles(StartSecondFactorSetup, startSecondFactorSetup),
  handles(EndSession, endSession),
  handles(StartSession, startSession),
];
