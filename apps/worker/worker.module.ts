import { Module, type DynamicModule } from '@nestjs/common';
import { AccessTokens, ConnectionsModule, LearnedLimits } from '@pps/connections';
import { FoundationModule } from '../foundation/foundation.module';
import type { Parts } from '../foundation/open-parts';
import { WORK_HANDLERS, workHandlers } from './work-handlers';

@Module({})
export class WorkerModule {
  static with(parts: Parts): DynamicModule {
    const handlers = {
      provide: WORK_HANDLERS,
      useFactory: (tokens: AccessTokens, limits: LearnedLimits) => workHandlers(parts, tokens, limits),
      inject: [AccessTokens, LearnedLimits],
    };
    return { module: WorkerModule, imports: [FoundationModule.with(parts), ConnectionsModule], providers: [handlers] };
  }
}
