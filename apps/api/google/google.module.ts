import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { GoogleController } from './google.controller';

@Module({ imports: [AuthModule], controllers: [GoogleController] })
export class GoogleModule {}
