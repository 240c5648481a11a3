import { Module } from '@nestjs/common';
import { mailCommands } from '@pps/mail';
import { PARTS, type Parts } from '../../foundation/open-parts';
import { registerCommands } from '../commands/register-commands';
import { EmailController } from './email.controller';
import { PreferencesBody } from './preferences-body';

@Module({ controllers: [EmailController], providers: [PreferencesBody, ...registerCommands<Parts>(PARTS, mailCommands)] })
export class EmailModule {}
