import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { Invalid } from '@pps/kernel';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';

/** How many lines of this name a request has: Node joins some to one value and drops the later ones of others. */
export function headerLines({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name.toLowerCase()).length;
}

/** The value of a header that may be given once; more lines of it are 422 at `["header", name]`. */
export const HeaderLine = createParamDecorator((name: string, context: ExecutionContext): string | undefined => {
  const { raw, headers } = context.switchToHttp().getRequest<FastifyRequest>();
  if (headerLines(raw, name) > 1) throw new Invalid([{ loc: ['header', name], msg: `${name} must be given once`, type: 'too_many' }]);
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' ? value : undefined;
});
