import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { SecondFactorController } from './second-factor.controller';
import { SignInTicketController } from './sign-in-ticket.controller';

@Module({ imports: [AuthModule], controllers: [SecondFactorController, SignInTicketController] })
export class SecondFactorApiModule {}
