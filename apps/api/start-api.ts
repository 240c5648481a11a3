import type { DynamicModule, Type } from '@nestjs/common';
import { createHttpApp } from '@pps/runtime';
import type { HostContext, RunningHost } from '@pps/runtime';
import { ApiModule } from './api.module';
import { serveDocs } from './docs/swagger';

/** Starts the API on PORT and gives the port it listens on. */
export async function startApi(
  context: HostContext,
  module: Type | DynamicModule = ApiModule,
): Promise<RunningHost & { readonly port: number }> {
  const http = await createHttpApp(module, context);
  serveDocs(http.app, context.config.PUBLIC_URL);
  const port = await http.listen(context.config.PORT);
  context.logger.info({ port }, 'listening');
  return { port, stop: () => http.close() };
}
