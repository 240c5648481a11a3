import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { createLogger, loadConfiguration } from '@pps/runtime';
import { randomBytes } from 'node:crypto';
import type { Parts } from '../foundation/open-parts';
import { ApiModule } from './api.module';
import { httpRootOf } from './http/http-app';

/** Answers every question about itself, and is never asked while the API is put together. */
const unused: never = new Proxy(() => undefined, { get: (_, name) => (name === 'then' ? undefined : unused) }) as never;

it('every controller, guard and page finds what it needs in the App', async () => {
  const configuration = loadConfiguration({ LOG_LEVEL: 'silent' });
  const logger = createLogger('test', configuration);
  const key = () => randomBytes(32);
  const keys = { MASTER_KEY: key(), JWT_KEY: key(), API_KEY_HASH_KEY: key(), EMAIL_HASH_KEY: key() };
  const own = { configuration, logger, keys, clock: () => new Date() };
  const parts = new Proxy(own, {
    get: (target, name) => (name in target ? target[name as keyof typeof target] : unused),
  }) as never as Parts;
  const root = httpRootOf(ApiModule.with(parts), { config: configuration, logger });
  const app = await NestFactory.create<NestFastifyApplication>(root, new FastifyAdapter(), { logger: false, abortOnError: false });
  await app.close();
});
