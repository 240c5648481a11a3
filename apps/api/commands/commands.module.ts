import { Global, Module } from '@nestjs/common';
import { Commands } from './commands';

/** Gives every controller and page `Commands`. */
@Global()
@Module({ providers: [Commands], exports: [Commands] })
export class CommandsModule {}
