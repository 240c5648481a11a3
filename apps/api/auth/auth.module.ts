import { Module } from '@nestjs/common';
import { AuthController } from './auth.controller';
import { ProjectsContext } from './projects-context';
import { SessionBody } from './session-body';

@Module({ controllers: [AuthController], providers: [SessionBody, ProjectsContext], exports: [ProjectsContext, SessionBody] })
export class AuthModule {}
