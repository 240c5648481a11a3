import { Module } from '@nestjs/common';
import { AuthController } from './auth.controller';
import { EmailAddressController } from './email-address.controller';
import { PasswordsController } from './passwords.controller';
import { ProjectsContext } from './projects-context';
import { SessionBody } from './session-body';

@Module({
  controllers: [AuthController, PasswordsController, EmailAddressController],
  providers: [SessionBody, ProjectsContext],
  exports: [ProjectsContext, SessionBody],
})
export class AuthModule {}
