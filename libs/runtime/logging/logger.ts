import pino from 'pino';
import type { DestinationStream, Logger as PinoLogger } from 'pino';
import type { Configuration } from '../configuration/configuration';
import { currentCorrelation } from '../correlation/correlation';
import { redact } from './redact';

export type Logger = PinoLogger;

/** Nest's token for the Logger. */
export const LOGGER = Symbol('Logger');

/** A JSON logger to stderr (or `destination`) that redacts fields named like secrets and adds the current request id. */
export function createLogger(host: string, { LOG_LEVEL }: Pick<Configuration, 'LOG_LEVEL'>, destination?: DestinationStream): Logger {
  const logger = pino(
    {
      level: LOG_LEVEL,
      base: { host, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: redact },
      mixin: correlationFields,
      serializers: { err: errorFields, error: errorFields },
    },
    destination ?? pino.destination({ dest: 2, sync: true }),
  );
  return redactingChildren(logger);
}

// Pino's own formatters do not see what a child logger is made with; children of children inherit this.
function redactingChildren(logger: Logger): Logger {
  const { child } = logger;
  return Object.assign(logger, {
    child(this: Logger, bindings: Record<string, unknown>, options?: object): Logger {
      return Reflect.apply(child, this, [redact(bindings), options]) as Logger;
    },
  });
}

function correlationFields(): object {
  const correlation = currentCorrelation();
  if (!correlation) return {};
  const { requestId, actor } = correlation;
  return { request_id: requestId, ...(actor && { actor: `${actor.type} ${actor.id}` }) };
}

// Own properties of an error (request bodies, connection strings, rows) stay out.
function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : typeof error;
  const { name, message, stack, cause } = error;
  const code: unknown = 'code' in error ? error.code : undefined;
  return { name, message, stack, ...(typeof code === 'string' && { code }), ...(cause instanceof Error && { cause: cause.stack }) };
}
