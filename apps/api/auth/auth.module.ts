import { Module } from '@nestjs/common';
import { AuthController } from './auth.controller';
import { EmailAddressController } from './email-address.controller';
import { PasswordsController } from './passwords.controller';
import { ProjectsContext } from './projects-context';
import { SessionBody } from './session-body';
import { SessionList } from './session-list';
import { SessionTokens } from './session-tokens';
import { SessionsController } from './sessions.controller';

@Module({
  controllers: [AuthController, PasswordsController, EmailAddressController, SessionsController],
  providers: [SessionBody, SessionTokens, SessionList, ProjectsContext],
  exports: [ProjectsContext, SessionBody],
})
export class AuthModule {}
