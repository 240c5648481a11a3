import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { LiveStates, Streams } from '@pps/event-store';
import { CLOCK } from '@pps/kernel';
import { AttemptWindows } from '@pps/rate-limits';
import { DATABASE } from '@pps/read-store';
import { CONFIGURATION, KEYS, LOGGER } from '@pps/runtime';
import { VAULT } from '@pps/vault';
import { APP, bindApp, type App } from './bind-app';
import type { Parts } from './open-parts';

/** Gives every controller the `App` of its process. */
@Global()
@Module({})
export class FoundationModule {
  static with(parts: Parts): DynamicModule {
    const providers: Provider[] = [
      { provide: APP, useFactory: () => bindApp(parts) },
      // What identity is made of.
      { provide: CONFIGURATION, useValue: parts.configuration },
      { provide: KEYS, useValue: parts.keys },
      { provide: LOGGER, useValue: parts.logger },
      { provide: CLOCK, useValue: parts.clock },
      { provide: DATABASE, useValue: parts.db },
      { provide: VAULT, useValue: parts.vault },
      { provide: Streams, useValue: parts.streams },
      { provide: LiveStates, useValue: parts.live },
      { provide: AttemptWindows, inject: [APP], useFactory: (app: App) => app.attemptWindows },
    ];
    return { module: FoundationModule, imports: [CqrsModule.forRoot()], providers, exports: [...providers, CqrsModule] };
  }
}
