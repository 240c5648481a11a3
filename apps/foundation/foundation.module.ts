import { VAULT } from '@pps/vault';
import { ARCHIVE_STORAGE, ASSET_STORAGE } from '@pps/asset-storage';
import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ProjectAssets } from '@pps/assets';
import { Reconnection } from '@pps/connections';
import { Streams, EVENT_STORE, LiveStates } from '@pps/event-store';
import { IdempotentAnswers } from '@pps/idempotency';
import { CLOCK } from '@pps/kernel';
import { PLATFORM } from '@pps/platform';
import { AttemptWindows, RateLimits } from '@pps/rate-limits';
import { BulkPermits, DATABASE, DATABASE_WRITES, Freshness } from '@pps/read-store';
import { CONFIGURATION, KEYS, LOGGER } from '@pps/runtime';
import { WORK_QUEUE } from '@pps/work-queue';
import { APP, bindApp, type App } from './bind-app';
import type { Parts } from './open-parts';

/** Everything outside that business code may be given, by token; the same in every host. */
@Global()
@Module({})
export class FoundationModule {
  static with(parts: Parts): DynamicModule {
    const providers: Provider[] = [
      { provide: CONFIGURATION, useValue: parts.configuration },
      { provide: KEYS, useValue: parts.keys },
      { provide: LOGGER, useValue: parts.logger },
      { provide: CLOCK, useValue: parts.clock },
      { provide: DATABASE, useValue: parts.db },
      { provide: DATABASE_WRITES, useValue: parts.writes },
      { provide: VAULT, useValue: parts.vault },
      { provide: EVENT_STORE, useValue: parts.store },
      { provide: Streams, useValue: parts.streams },
      { provide: LiveStates, useValue: parts.live },
      { provide: Freshness, useValue: parts.freshness },
      { provide: BulkPermits, useValue: parts.bulk },
      { provide: WORK_QUEUE, useValue: parts.queue },
      { provide: PLATFORM, useValue: parts.platform },
      { provide: ASSET_STORAGE, useValue: parts.storage },
      { provide: ARCHIVE_STORAGE, useValue: parts.archives },
      { provide: APP, useFactory: () => bindApp(parts) },
      // What is still asked for by its class.
      { provide: AttemptWindows, inject: [APP], useFactory: (app: App) => app.attemptWindows },
      { provide: RateLimits, inject: [APP], useFactory: (app: App) => app.rateLimits },
      { provide: IdempotentAnswers, inject: [APP], useFactory: (app: App) => app.idempotentAnswers },
      { provide: ProjectAssets, inject: [APP], useFactory: (app: App) => app.assets },
      { provide: Reconnection, inject: [APP], useFactory: (app: App) => app.reconnection },
    ];
    return { module: FoundationModule, imports: [CqrsModule.forRoot()], providers, exports: [...providers, CqrsModule] };
  }
}
