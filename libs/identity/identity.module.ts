import { Module } from '@nestjs/common';
import { DATABASE, type Database } from '@pps/read-store';
import { CONFIGURATION, KEYS, type Configuration, type Keys } from '@pps/runtime';
import { ApiKeyUse } from './api-key-use';
import { AskForPasswordResetHandler } from './ask-for-password-reset';
import { ChangePasswordHandler } from './change-password';
import { ChangePreferencesHandler } from './change-preferences';
import { ConfirmEmailChangeHandler } from './confirm-email-change';
import { CreateApiKeyHandler } from './create-api-key';
import { CompleteGoogleSignInHandler } from './google/complete-google-sign-in';
import { GoogleAccess } from './google/google-access';
import { RedeemHandoffHandler } from './google/redeem-handoff';
import { SignInWithGoogleHandler } from './google/sign-in-with-google';
import { StartGoogleSignInHandler } from './google/start-google-sign-in';
import { LinkCheck } from './link-check';
import { LogInHandler } from './log-in';
import { LoginFailures } from './login-failures';
import { RegisterUserHandler } from './register-user';
import { ForgetUserHandler } from './forget-user';
import { RenameUserHandler } from './rename-user';
import { RequestEmailChangeHandler } from './request-email-change';
import { RequestVerificationHandler } from './request-verification';
import { ResetPasswordHandler } from './reset-password';
import { RevokeApiKeyHandler } from './revoke-api-key';
import { UnsubscribeHandler } from './unsubscribe';
import { UpdateApiKeyHandler } from './update-api-key';
import { VerifyEmailHandler } from './verify-email';

const loginFailures = {
  provide: LoginFailures,
  inject: [DATABASE, KEYS, CONFIGURATION],
  useFactory: (db: Database, keys: Keys, configuration: Configuration) =>
    new LoginFailures(db, keys.EMAIL_HASH_KEY, {
      perEmail: configuration.LOGIN_FAILURES_PER_EMAIL,
      perAddress: configuration.LOGIN_FAILURES_PER_ADDRESS,
      windowMs: configuration.LOGIN_FAILURES_WINDOW,
    }),
};

/** For the API host, which binds `WORKSPACE_OPENING` and `ACCOUNT_DIRECTORY` in a global module. */
@Module({
  providers: [
    loginFailures,
    ApiKeyUse,
    LinkCheck,
    RegisterUserHandler,
    VerifyEmailHandler,
    RequestVerificationHandler,
    LogInHandler,
    AskForPasswordResetHandler,
    ResetPasswordHandler,
    ChangePasswordHandler,
    RequestEmailChangeHandler,
    ConfirmEmailChangeHandler,
    RenameUserHandler,
    ForgetUserHandler,
    ChangePreferencesHandler,
    UnsubscribeHandler,
    { provide: GoogleAccess, inject: [CONFIGURATION], useFactory: (configuration: Configuration) => GoogleAccess.from(configuration) },
    StartGoogleSignInHandler,
    SignInWithGoogleHandler,
    CompleteGoogleSignInHandler,
    RedeemHandoffHandler,
    CreateApiKeyHandler,
    UpdateApiKeyHandler,
    RevokeApiKeyHandler,
  ],
  exports: [ApiKeyUse, LinkCheck],
})
export class IdentityModule {}
