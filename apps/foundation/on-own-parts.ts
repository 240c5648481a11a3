import type { HostContext, RunningHost } from '@pps/runtime';
import { openParts, type OpenPartsOptions, type Parts } from './open-parts';

/**
 * Starts a host that is a process of its own: opens its parts, which are closed when it has stopped or could not start. Throws what `openParts`
 * and `start` throw.
 */
export async function onOwnParts<Host extends RunningHost>(
  context: HostContext,
  options: OpenPartsOptions,
  start: (parts: Parts, context: HostContext) => Promise<Host>,
): Promise<Host> {
  const parts = await openParts(context.config, context.logger, options);
  try {
    const host = await start(parts, { ...context, ...(parts.tracing && { tracing: parts.tracing }) });
    const stop = async () => {
      await host.stop();
      await parts.stop();
    };
    return { ...host, failed: parts.failed, stop };
  } catch (error) {
    await parts.stop();
    throw error;
  }
}
