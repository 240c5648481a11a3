import { CancelAccountDeletionHandler } from './forgetting/cancel-account-deletion';
import { RequestAccountDeletionHandler } from './forgetting/request-account-deletion';
import { Module } from '@nestjs/common';
import { CONFIGURATION, LOGGER, type Configuration, type Logger } from '@pps/runtime';
import { DATABASE, type Database } from '@pps/read-store';
import { API_KEY_USES, LastUses, SESSION_USES } from './last-uses/last-uses.store';
import { CheckPasswordHandler } from './passwords/check-password';
import { EndSessionHandler } from './sessions/end-session';
import { StartSessionHandler } from './sessions/start-session';
import { RequestPasswordResetHandler } from './passwords/request-password-reset';
import { HashingPermits } from './passwords/hashing-permits';
import { ChangePasswordHandler } from './passwords/change-password';
import { ConfirmEmailChangeHandler } from './email-links/confirm-email-change';
import { CreateApiKeyHandler } from './api-keys/create-api-key';
import { CompleteGoogleSignInHandler } from './google/complete-google-sign-in';
import { GoogleAccess } from './google/google-access';
import { RedeemHandoffHandler } from './google/redeem-handoff';
import { SignInWithGoogleHandler } from './google/sign-in-with-google';
import { StartGoogleSignInHandler } from './google/start-google-sign-in';
import { LinkChecker } from './email-links/link-checker';
import { LogInHandler } from './log-in/log-in';
import { KnownAddresses } from './log-in/known-addresses.store';
import { FailedSignIns } from './access/failed-sign-ins';
import { RecordProjectSwitchHandler } from './access/record-project-switch';
import { LoginFailures } from './log-in/login-failures';
import { RateLimitsModule } from '@pps/rate-limits';
import { secondFactorProviders } from './second-factor/second-factor-providers';
import { SecondFactorTickets } from './second-factor/second-factor-tickets';
import { RegisterUserHandler } from './registration/register-user';
import { PrepareRenameHandler } from './users/prepare-rename';
import { RenameUserHandler } from './users/rename-user';
import { RequestEmailChangeHandler } from './email-links/request-email-change';
import { RequestVerificationHandler } from './email-links/request-verification';
import { ResetPasswordHandler } from './passwords/reset-password';
import { RevokeApiKeyHandler } from './api-keys/revoke-api-key';
import { UpdateApiKeyHandler } from './api-keys/update-api-key';
import { VerifyEmailHandler } from './email-links/verify-email';

/** For the API host, which binds `WORKSPACE_OPENING` and `PROJECT_ACCOUNTS` in a global module. */
@Module({
  imports: [RateLimitsModule],
  providers: [
    RequestAccountDeletionHandler,
    CancelAccountDeletionHandler,
    KnownAddresses,
    LoginFailures,
    FailedSignIns,
    RecordProjectSwitchHandler,
    { provide: HashingPermits, inject: [CONFIGURATION], useFactory: (configuration: Configuration) => new HashingPermits(configuration) },
    {
      provide: API_KEY_USES,
      inject: [DATABASE, LOGGER],
      useFactory: (db: Database, logger: Logger) => new LastUses(db, logger, { name: 'identity.api_key_use', id: 'key_id' }),
    },
    {
      provide: SESSION_USES,
      inject: [DATABASE, LOGGER, CONFIGURATION],
      useFactory: (db: Database, logger: Logger, { SESSION_LIFETIME }: Configuration) =>
        new LastUses(db, logger, { name: 'identity.session_use', id: 'session_id', lifetimeMs: SESSION_LIFETIME }),
    },
    StartSessionHandler,
    EndSessionHandler,
    CheckPasswordHandler,
    LinkChecker,
    RegisterUserHandler,
    VerifyEmailHandler,
    RequestVerificationHandler,
    LogInHandler,
    RequestPasswordResetHandler,
    ResetPasswordHandler,
    ChangePasswordHandler,
    RequestEmailChangeHandler,
    ConfirmEmailChangeHandler,
    PrepareRenameHandler,
    RenameUserHandler,
    { provide: GoogleAccess, inject: [CONFIGURATION], useFactory: (configuration: Configuration) => GoogleAccess.from(configuration) },
    StartGoogleSignInHandler,
    SignInWithGoogleHandler,
    CompleteGoogleSignInHandler,
    RedeemHandoffHandler,
    CreateApiKeyHandler,
    UpdateApiKeyHandler,
    RevokeApiKeyHandler,
    ...secondFactorProviders,
  ],
  exports: [API_KEY_USES, SESSION_USES, LinkChecker, SecondFactorTickets],
})
export class IdentityModule {}
