import pino, { type DestinationStream, type Logger as PinoLogger } from 'pino';
import type { Configuration } from '../configuration/configuration';
import { currentCorrelation } from '../correlation/correlation';

export type Logger = PinoLogger;

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

const secretName = /(authorization|cookie|password|passwd|secret|token|apikey|email|masterkey|jwtkey|hashkey)s?$/;
const deepest = 6;

/** A copy of what is to be logged in which every field named like a secret or an e-mail address is `[redacted]`; deeper than 6 levels is cut. */
function redact(value: Record<string, unknown>): Record<string, unknown> {
  return redactFields(value, 0);
}

function redactFields(value: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, isSecret(name) ? '[redacted]' : redactValue(field, depth + 1)]),
  );
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null || value instanceof Error || value instanceof Date) return value;
  if (depth >= deepest) return '[deeper]';
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => redactValue(item, depth + 1));
  return redactFields(value, depth);
}

function isSecret(name: string): boolean {
  return secretName.test(name.toLowerCase().replace(/[-_]/g, ''));
}
