import type { DynamicModule, Type } from '@nestjs/common';
import type { Clock } from '@pps/kernel';
import type { DatabaseWrites } from '@pps/read-store';
import { answerUnconfirmed } from './http/answer-unconfirmed';
import { createHttpApp } from './http/http-app';
import type { HostContext, RunningHost } from '@pps/runtime';
import { hostKeys } from '../foundation/host-keys';
import { onOwnParts } from '../foundation/on-own-parts';
import type { OpenLog, OpenPartsOptions, Parts } from '../foundation/open-parts';
import { ApiModule } from './api.module';
import { declaredRoutes } from './docs/declared-routes';
import { descriptionPaths } from './docs/served/serve-description';
import { serveInterface } from './docs/serve-interface';
import { serveConsole } from './console/serve-console';
import { serveManual } from './manual/serve-manual';

/**
 * Starts the API on its event store, database and queue as a writer beside others or one that may be alone. Throws `CannotStart` when one
 * of their URLs is missing.
 */
export async function startApi(
  context: HostContext,
  clock?: Clock,
  openLog?: OpenLog,
  writer: OpenPartsOptions['writer'] = 'beside others',
): Promise<RunningHost & { readonly port: number }> {
  return onOwnParts(context, { keys: hostKeys.api, clock, openLog, writer }, startApiOn);
}

/** The same on parts that others may share; stopping it leaves them open. */
export async function startApiOn(parts: Parts, context: HostContext): Promise<RunningHost & { readonly port: number }> {
  await parts.live.start();
  return startHttp(context, ApiModule.with(parts), parts.writes);
}

/** Serves a module, which writes to a database if it has one, on HOST and PORT, behind the contract's envelope; returns the port it listens on. */
export async function startHttp(
  context: HostContext,
  module: Type | DynamicModule,
  writes?: DatabaseWrites,
): Promise<RunningHost & { readonly port: number }> {
  const described = declaredRoutes(module).filter(({ isDescribed }) => isDescribed);
  const http = await createHttpApp(module, context, [
    ...described,
    { method: 'GET', path: '/docs' },
    ...descriptionPaths.map((path) => ({ method: 'GET', path })),
  ]);
  serveInterface(http.app, module, context.config.PUBLIC_URL);
  const fastify = http.app.getHttpAdapter().getInstance();
  if (writes) answerUnconfirmed(fastify, writes, context);
  serveManual(fastify, context.config);
  serveConsole(fastify, context.config);
  const port = await http.listen(context.config.PORT, context.config.HOST);
  context.logger.info({ port }, 'listening');
  return { port, stop: () => http.close() };
}
