import { Module, type DynamicModule } from '@nestjs/common';
import { FoundationModule } from '../foundation/foundation.module';
import type { Parts } from '../foundation/open-parts';
import { ShellModule } from './shell.module';

@Module({})
export class ApiModule {
  static with(parts: Parts): DynamicModule {
    return { module: ApiModule, imports: [FoundationModule.with(parts), ShellModule] };
  }
}
