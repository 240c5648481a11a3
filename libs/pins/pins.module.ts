import { Module } from '@nestjs/common';
import { AbandonPinHandler } from './queueing/abandon-pin';
import { ChangePinHandler } from './changes/change-pin';
import { DeletePinHandler } from './changes/delete-pin';
import { QueuePinHandler } from './queueing/queue-pin';

@Module({ providers: [QueuePinHandler, ChangePinHandler, DeletePinHandler, AbandonPinHandler] })
export class PinsModule {}
