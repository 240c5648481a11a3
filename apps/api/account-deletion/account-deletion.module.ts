import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { AccountDeletionController } from './account-deletion.controller';

@Module({ imports: [AuthModule], controllers: [AccountDeletionController] })
export class AccountDeletionModule {}
