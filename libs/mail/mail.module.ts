import { Module } from '@nestjs/common';
import { ChangePreferencesHandler } from './preferences/change-preferences';
import { UnsubscribeHandler } from './preferences/unsubscribe';

@Module({ providers: [ChangePreferencesHandler, UnsubscribeHandler] })
export class MailModule {}
