import { Global, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { CONFIGURATION } from './configuration/configuration';
import { Health } from './health/health';
import { BodyAdmission } from './http/body-admission';
import { FairTurns } from './http/fair-turns';
import type { HostContext } from './lifecycle/host-context';
import { LOGGER } from './logging/logger';

/** Gives every provider of a host its configuration, logger and health. */
@Global()
@Module({})
export class RuntimeModule {
  static forRoot({ config, logger }: HostContext): DynamicModule {
    const turns = { provide: FairTurns, useValue: new FairTurns() };
    const provided = [{ provide: CONFIGURATION, useValue: config }, { provide: LOGGER, useValue: logger }, turns, Health, BodyAdmission];
    return { module: RuntimeModule, providers: provided, exports: provided };
  }
}
