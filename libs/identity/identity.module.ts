import { Module } from '@nestjs/common';
import { DATABASE, type Database } from '@pps/read-store';
import { CONFIGURATION, KEYS, type Configuration, type Keys } from '@pps/runtime';
import { ApiKeyUse } from './api-key-use';
import { CreateApiKeyHandler } from './create-api-key';
import { LogInHandler } from './log-in';
import { LoginFailures } from './login-failures';
import { RegisterUserHandler } from './register-user';
import { RevokeApiKeyHandler } from './revoke-api-key';
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
    RegisterUserHandler,
    VerifyEmailHandler,
    LogInHandler,
    CreateApiKeyHandler,
    UpdateApiKeyHandler,
    RevokeApiKeyHandler,
  ],
  exports: [ApiKeyUse],
})
export class IdentityModule {}
