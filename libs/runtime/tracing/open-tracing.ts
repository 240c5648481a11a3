import type { Configuration } from '../configuration/configuration';
import type { Logger } from '../logging/logger';
import type { Tracing } from './finished-span';

/** Tracing as the settings want it, for the host of this logger; null, and nothing of it is loaded, where no collector is set. */
export async function openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Configuration, logger: Logger): Promise<Tracing | null> {
  if (endpoint === undefined) return null;
  const { otlpTracing } = await import('./otlp-tracing.client');
  const warn = (error: unknown) => logger.warn({ error: String(error) }, 'spans cannot be exported; they are dropped until they can');
  return otlpTracing({ endpoint, service: `pins-${String(logger.bindings()['host'])}`, onFailure: warn });
}
