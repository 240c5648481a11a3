import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Invalid, Rejected } from '@pps/kernel';
import { bodyLimit } from './body-limit';
import { sizeErrors } from './size-errors';
import { textErrors } from './text-errors';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the body could not be taken; thrown once the caller's credential is known to be good. */
    bodyFailure: Error | null;
    /** The JSON body as it was sent, for signatures over it. */
    rawBody?: Buffer;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Makes JSON the only body there is. An empty body is no body; one that is not UTF-8, not JSON or poisons prototypes is a bad request. */
export function acceptJsonOnly(fastify: FastifyInstance): void {
  fastify.decorateRequest('bodyFailure', null);
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer, done) => {
    request.rawBody = body;
    readJson(fastify, request, body, (failure, value) => {
      request.bodyFailure = failure;
      done(null, value);
    });
  });
}

function readJson(
  fastify: FastifyInstance,
  request: FastifyRequest,
  body: Buffer,
  done: (failure: Error | null, value?: unknown) => void,
): void {
  if (body.length === 0) return done(null);
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    return done(malformed('The body is not UTF-8'));
  }
  const parse = fastify.getDefaultJsonParser('error', 'error');
  void parse(request, text, (error: Error | null, value?: unknown) => {
    if (error) return done(malformed('The body is not valid JSON'));
    const tooMuch = sizeErrors(value, request.routeOptions.bodyLimit ?? bodyLimit);
    const errors = tooMuch.length > 0 ? tooMuch : textErrors(value, ['body']);
    return errors.length > 0 ? done(new Invalid(errors)) : done(null, value);
  });
}

function malformed(message: string): Rejected {
  return new Rejected('bad_request', message);
}
