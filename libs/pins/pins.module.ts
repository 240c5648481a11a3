import { Module } from '@nestjs/common';
import { AbandonPinHandler } from './abandon-pin';
import { QueuePinHandler } from './queue-pin';

@Module({ providers: [QueuePinHandler, AbandonPinHandler] })
export class PinsModule {}
