import { Global, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { CONFIGURATION } from './configuration/configuration';
import { Health } from './health/health';
import { BodyAdmission } from './http/body-admission';
import type { HostContext } from './lifecycle/host-context';
import { LOGGER } from './logging/logger';

/** Gives every provider of a host its configuration, logger and health. */
@Global()
@Module({})
export class RuntimeModule {
  static forRoot({ config, logger }: HostContext): DynamicModule {
    const provided = [{ provide: CONFIGURATION, useValue: config }, { provide: LOGGER, useValue: logger }, Health, BodyAdmission];
    return { module: RuntimeModule, providers: provided, exports: provided };
  }
}
