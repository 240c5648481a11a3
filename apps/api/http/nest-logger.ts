import type { LoggerService } from '@nestjs/common';
import type { Logger } from '@pps/runtime';

type Level = 'info' | 'error' | 'warn' | 'debug' | 'trace' | 'fatal';

/** Lets Nest's own lines go through our logger. */
export function nestLogger(logger: Logger): LoggerService {
  const to =
    (level: Level) =>
    (message: unknown, ...rest: readonly unknown[]) => {
      const context = rest.at(-1);
      const err = message instanceof Error ? message : rest.find((part) => part instanceof Error);
      const stack = rest.length > 1 && typeof rest[0] === 'string' ? rest[0] : undefined;
      logger[level](
        { context: typeof context === 'string' ? context : undefined, stack, ...(err !== undefined && { err }) },
        textOf(message),
      );
    };
  // Nest logs every route and module it wires; that is for debugging.
  return { log: to('debug'), error: to('error'), warn: to('warn'), debug: to('debug'), verbose: to('trace'), fatal: to('fatal') };
}

function textOf(message: unknown): string {
  if (message instanceof Error) return message.message;
  return typeof message === 'string' ? message : JSON.stringify(message);
}
