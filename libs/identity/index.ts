export { bindIdentity, type Identity } from './bind-identity';
export { identityCommands } from './commands';
export { identityMigrations } from './identity.migrations';
export { originOfPrincipal, requestOrigin, type GrantResource, type Principal, type ProgramGrant, type Scope } from './users/principal';
export { RegisterUser, type WorkspaceOpening } from './users/register-user';
export { prepareRename, renameUser } from './users/rename-user';
export { decideRenameUser, invalidResetToken, pendingEmailChange } from './users/user.decider';
export { userSubject, type UserProfile } from './users/user-profile';
export { firstSessionGeneration, isSessionValid, type LinkKind } from './users/user.state';
export { LogIn } from './log-in/log-in';
export { accessTokenRules, claimsOf, selectSigningKey, signAccessToken, type AccessTokenClaims } from './log-in/access-token';
export { StartSession, type CheckedUser } from './sessions/start-session';
export { EndSession } from './sessions/end-session';
export { RecordProjectSwitch } from './access/record-project-switch';
export { allScopes, limitedToAccounts, ownerNotPermitted, refuseForeignAccount, refuseForeignOwner } from './api-keys/key-permissions';
export { decideRevokeApiKey } from './api-keys/api-key.stream';
export { keyEndsDuty, runKeyEnds, settleKeyEnds, type KeyEndsDeps } from './api-keys/key-ends.dispatcher';
export { findKeyHolder } from './api-keys/api-key-holders';
export { createApiKey, type CreateApiKeyDeps, type CreatedApiKey, type NewApiKey, type ProjectAccounts } from './api-keys/create-api-key';
export { isVisibleKey, revokeApiKey, updateApiKey, type UpdateApiKeyDeps } from './api-keys/update-api-key';
export { apiKeyId as apiKeyIdOf } from './api-keys/api-key-text';
export type { ApiKeyHolders } from './api-keys/api-key-holders';
export type { SessionHolders } from './sessions/session-holders';
export { apiKeyOfDevice, codeHash, isDeviceCode, readUserCode } from './device-sign-in/device-codes';
export type { DeviceTicket } from './device-sign-in/device-tickets';
export { findWaitingDevice, notePoll, type DeviceRequest } from './device-sign-in/device-requests.store';
export {
  approveDeviceSignIn,
  denyDeviceSignIn,
  findDeviceApproval,
  findDeviceOfCode,
  type DeviceGrant,
} from './device-sign-in/approve-device-sign-in';
export { isSameGrant } from './device-sign-in/device-sign-in.stream';
export { deviceRequestsDuty, runDeviceRequestsSweep } from './device-sign-in/device-requests.dispatcher';
export { findPublicClient } from './device-sign-in/public-clients';
export { requestDeviceSignIn } from './device-sign-in/request-device-sign-in';
export { AuthorizationTickets, type AskedPerson, type AuthorizationRequest } from './authorizations/authorization-tickets';
export {
  approveAuthorization,
  authorizationOfCode,
  isAuthorizationApproved,
  type ApproveAuthorizationDeps,
  type AuthorizationAnswer,
} from './authorizations/approve-authorization';
export { GrantTokens, isGrantTokenText, type GrantToken } from './grants/grant-token';
export { accessSeconds, decideRefresh, pairEnds, type GrantTokenState } from './grants/refresh-grant.policy';
export { noteAccess, refreshUnderLock, startTokens } from './grants/grant-tokens.store';
export { readClientMetadata, type ClientMetadata } from './oauth-clients/client-metadata';
export { findOAuthClient, registeredClientId, type OAuthClient, type OAuthClientDeps } from './oauth-clients/find-oauth-client';
export { oauthClientsDuty, runOAuthClientsSweep } from './oauth-clients/oauth-clients.dispatcher';
export { isOwnMachine, isRedirectOf, redirectTarget } from './oauth-clients/redirect-problem';
export { storeClient, noteClientUse } from './oauth-clients/registered-clients.store';
export { ownerOfLinkToken } from './email-links/link-token';
export { verificationMails } from './email-links/verification-mail.process';
export { RequestVerification } from './email-links/request-verification';
export { VerifyEmail } from './email-links/verify-email';
export { RequestEmailChange } from './email-links/request-email-change';
export { ConfirmEmailChange } from './email-links/confirm-email-change';
export { isCommonPassword } from './passwords/common-passwords';
export { ChangePassword } from './passwords/change-password';
export { RequestPasswordReset } from './passwords/request-password-reset';
export { passwordResetDue, passwordResetDuty, runPasswordResetDispatcher } from './passwords/password-reset.dispatcher';
export { resetPassword, type ResetPasswordDeps } from './passwords/reset-password';
export { StartGoogleSignIn } from './google/start-google-sign-in';
export { connectorOf } from './google/sign-in-state';
export { CompleteGoogleSignIn, type CompletedSignIn } from './google/complete-google-sign-in';
export { RedeemHandoff } from './google/redeem-handoff';
export type { ReturningBrowser } from './google/handoff.stream';
export { ConfirmSecondFactor, StartSecondFactorSetup, type SecondFactorSetup } from './second-factor/start-second-factor-setup';
export { DisableSecondFactor, disableSecondFactor } from './second-factor/disable-second-factor';
export { ProveAgain, ProveSecondFactorOwner, type OwnerProof, type PresentedFactors } from './second-factor/prove-second-factor-owner';
export { RedeemSignInTicket } from './second-factor/redeem-sign-in-ticket';
export { ReplaceRecoveryCodes } from './second-factor/replace-recovery-codes';
export type { PresentedCode } from './second-factor/second-factor-codes';
export { CancelAccountDeletion, RequestAccountDeletion, type SignInProof } from './forgetting/request-account-deletion';
export { forgetUser } from './forgetting/forget-user';
export { isRegisteredUser } from './forgetting/is-registered-user';
