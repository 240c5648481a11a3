import { VAULT } from '@pps/vault';
import { ARCHIVE_STORAGE, ASSET_STORAGE } from '@pps/asset-storage';
import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { CommandRunner, EVENT_STORE, LiveStates } from '@pps/event-store';
import { CLOCK } from '@pps/kernel';
import { PLATFORM } from '@pps/platform';
import { BulkPermits, DATABASE, DATABASE_WRITES, Freshness } from '@pps/read-store';
import { CONFIGURATION, KEYS, LOGGER } from '@pps/runtime';
import { WORK_QUEUE } from '@pps/work-queue';
import { PARTS, type Parts } from './open-parts';

/** Everything outside that business code may be given, by token; the same in every host. */
@Global()
@Module({})
export class FoundationModule {
  static with(parts: Parts): DynamicModule {
    const providers: Provider[] = [
      { provide: PARTS, useValue: parts },
      { provide: CONFIGURATION, useValue: parts.configuration },
      { provide: KEYS, useValue: parts.keys },
      { provide: LOGGER, useValue: parts.logger },
      { provide: CLOCK, useValue: parts.clock },
      { provide: DATABASE, useValue: parts.db },
      { provide: DATABASE_WRITES, useValue: parts.writes },
      { provide: VAULT, useValue: parts.vault },
      { provide: EVENT_STORE, useValue: parts.store },
      { provide: CommandRunner, useValue: parts.runner },
      { provide: LiveStates, useValue: parts.live },
      { provide: Freshness, useValue: parts.freshness },
      { provide: BulkPermits, useValue: parts.bulk },
      { provide: WORK_QUEUE, useValue: parts.queue },
      { provide: PLATFORM, useValue: parts.platform },
      { provide: ASSET_STORAGE, useValue: parts.assets },
      { provide: ARCHIVE_STORAGE, useValue: parts.archives },
    ];
    return { module: FoundationModule, imports: [CqrsModule.forRoot()], providers, exports: [...providers, CqrsModule] };
  }
}
