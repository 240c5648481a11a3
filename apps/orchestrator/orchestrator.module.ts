import { Module, type DynamicModule } from '@nestjs/common';
import { BillingModule } from '@pps/billing';
import { ConnectionsModule } from '@pps/connections';
import { UseCasesModule } from '@pps/use-cases';
import { FoundationModule } from '../foundation/foundation.module';
import type { Parts } from '../foundation/open-parts';

/** The commands that processes answer facts with. */
@Module({})
export class OrchestratorModule {
  static with(parts: Parts): DynamicModule {
    return {
      module: OrchestratorModule,
      imports: [FoundationModule.with(parts), BillingModule, ConnectionsModule, UseCasesModule],
    };
  }
}
