import { Module } from '@nestjs/common';
import { ChangePreferencesHandler } from './change-preferences';
import { UnsubscribeHandler } from './unsubscribe';

@Module({ providers: [ChangePreferencesHandler, UnsubscribeHandler] })
export class MailModule {}
