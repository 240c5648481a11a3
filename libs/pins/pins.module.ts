import { Module } from '@nestjs/common';
import { AbandonPinHandler } from './queueing/abandon-pin';
import { ChangePinHandler } from './changes/change-pin';
import { MarkPinDeletedHandler } from './changes/mark-pin-deleted';
import { QueuePinHandler } from './queueing/queue-pin';

@Module({ providers: [QueuePinHandler, ChangePinHandler, MarkPinDeletedHandler, AbandonPinHandler] })
export class PinsModule {}
