import { Module } from '@nestjs/common';
import { mailCommands } from '@pps/mail';
import { APP, type App } from '../../foundation/bind-app';
import { registerCommands } from '../commands/register-commands';
import { EmailController } from './email.controller';
import { PreferencesBody } from './preferences-body';

@Module({ controllers: [EmailController], providers: [PreferencesBody, ...registerCommands<App>(APP, mailCommands)] })
export class EmailModule {}
