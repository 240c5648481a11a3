import { Module } from '@nestjs/common';
import { AbandonPinHandler } from './abandon-pin';
import { ChangePinHandler } from './change-pin';
import { QueuePinHandler } from './queue-pin';

@Module({ providers: [QueuePinHandler, ChangePinHandler, AbandonPinHandler] })
export class PinsModule {}
