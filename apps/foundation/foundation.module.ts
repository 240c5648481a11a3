import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { APP, bindApp } from './bind-app';
import type { Parts } from './open-parts';

/** Gives every controller the `App` of its process. */
@Global()
@Module({})
export class FoundationModule {
  static with(parts: Parts): DynamicModule {
    const providers: Provider[] = [{ provide: APP, useFactory: () => bindApp(parts) }];
    return { module: FoundationModule, imports: [CqrsModule.forRoot()], providers, exports: [APP, CqrsModule] };
  }
}
