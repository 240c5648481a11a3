import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { createLogger, loadConfiguration } from '@pps/runtime';
import { httpRootOf } from '../http/http-app';
import type { Parts } from '../../foundation/open-parts';
import { ApiModule } from '../api.module';
import { describeInterface } from './describe-interface';

/** The document that an API with these settings serves at `/openapi.json`, without starting anything: no provider is made, nothing listens. */
export async function previewDescription(): Promise<OpenAPIObject> {
  const config = loadConfiguration({});
  const logger = createLogger('preview', config, { write: () => undefined });
  const module = ApiModule.with({ config } as unknown as Parts);
  const options = { preview: true, logger: false, abortOnError: false } as const;
  const app = await NestFactory.create<NestFastifyApplication>(httpRootOf(module, { config, logger }), new FastifyAdapter(), options);
  return describeInterface(app, module, config.PUBLIC_URL);
}
