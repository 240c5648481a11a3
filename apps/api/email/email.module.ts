import { Module } from '@nestjs/common';
import { EmailController } from './email.controller';
import { PreferencesBody } from './preferences-body';

@Module({ controllers: [EmailController], providers: [PreferencesBody] })
export class EmailModule {}
