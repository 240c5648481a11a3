import { Module } from '@nestjs/common';
import { MailModule } from '@pps/mail';
import { EmailController } from './email.controller';
import { PreferencesBody } from './preferences-body';

@Module({ imports: [MailModule], controllers: [EmailController], providers: [PreferencesBody] })
export class EmailModule {}
