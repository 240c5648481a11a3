import type { DynamicModule, Type } from '@nestjs/common';
import type { Clock } from '@pps/kernel';
import { createHttpApp } from '@pps/runtime';
import type { HostContext, RunningHost } from '@pps/runtime';
import { hostKeys } from '../foundation/host-keys';
import { openParts, type OpenLog } from '../foundation/open-parts';
import { ApiModule } from './api.module';
import { serveSwagger } from './docs/serve-swagger';

/** Starts the API on its event store, database and queue. Throws `CannotStart` when one of their URLs is missing. */
export async function startApi(context: HostContext, clock?: Clock, openLog?: OpenLog): Promise<RunningHost & { readonly port: number }> {
  const parts = await openParts(context.config, context.logger, clock, hostKeys.api, openLog);
  try {
    await parts.live.start();
    const http = await startHttp({ ...context, ...(parts.tracing && { tracing: parts.tracing }) }, ApiModule.with(parts));
    const stop = async () => {
      await http.stop();
      await parts.stop();
    };
    return { port: http.port, failed: parts.failed, stop };
  } catch (error) {
    await parts.stop();
    throw error;
  }
}

/** Serves a module on HOST and PORT, behind the contract's envelope; returns the port it listens on. */
export async function startHttp(context: HostContext, module: Type | DynamicModule): Promise<RunningHost & { readonly port: number }> {
  const http = await createHttpApp(module, context);
  serveSwagger(http.app, module, context.config.PUBLIC_URL);
  const port = await http.listen(context.config.PORT, context.config.HOST);
  context.logger.info({ port }, 'listening');
  return { port, stop: () => http.close() };
}
