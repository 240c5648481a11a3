import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { GoogleController } from './google.controller';
import { SignInPages } from './sign-in-pages';
import { SignInRedirectsController } from './sign-in-redirects.controller';

@Module({ imports: [AuthModule], controllers: [GoogleController, SignInRedirectsController], providers: [SignInPages] })
export class GoogleModule {}
