import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Invalid, Rejected, requireJsonBounds } from '@pps/kernel';
import { isBodyHeldBack, drain } from './drain';
import { bodyFieldsOf, bodyLimit, hasRouteSetting } from './route-setting.decorator';
import { jsonSizeErrors, mostFieldsOf, textErrors } from './json-errors';
import { receiveBody } from './receive-body';
import { endsEmpty } from './steady-chunks';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the body could not be taken; thrown once the caller's credential is known to be good. */
    bodyFailure: Error | null;
    /** The JSON body as it was sent, for signatures over it. */
    rawBody?: Buffer;
  }
}

/** Texts of a JSON body that nothing can store: what checks the body as a whole tells them beside its other faults. */
export class UnreadableTexts extends Invalid {}

// Fastify's reading of a header that is not the form of a media type.
const unreadableType = '/';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Makes JSON the only body there is. An empty body is no body. One that is too large, of another type, not UTF-8, not JSON or that poisons
 * prototypes becomes the request's `bodyFailure`, so that a client without a credential learns about that first.
 */
export function acceptJsonOnly(fastify: FastifyInstance): void {
  fastify.decorateRequest('bodyFailure', null);
  fastify.removeAllContentTypeParsers();
  fastify.addHook('preParsing', (request, reply, _payload, done) => {
    if (isEncoded(request) && !sendsNothing(request)) {
      request.bodyFailure = encodedBody();
      void reply.header('accept-encoding', 'identity');
      delete request.raw.headers['content-type'];
    }
    // What is not even the form of a media type no parser would be asked about.
    if (request.mediaType === unreadableType) {
      if (!sendsNothing(request)) request.bodyFailure = wrongType(request);
      delete request.raw.headers['content-type'];
    }
    done();
  });
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    // A connection whose body was not read to its end cannot be used again.
    if (request.bodyFailure && !request.raw.complete) void reply.header('connection', 'close');
    done();
  });
  fastify.addContentTypeParser('application/json', (request: FastifyRequest) => withBodyFailure(request, readJson(fastify, request)));
  fastify.addContentTypeParser('*', (request: FastifyRequest) => withBodyFailure(request, refuse(request)));
}

async function withBodyFailure(request: FastifyRequest, work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    request.bodyFailure ??= error instanceof Error ? error : malformed('The body could not be read');
    return undefined;
  }
}

async function readJson(fastify: FastifyInstance, request: FastifyRequest): Promise<unknown> {
  const limit = request.routeOptions.bodyLimit ?? bodyLimit;
  const body = await receiveBody(request, limit);
  request.rawBody = body;
  if (body.length === 0) return undefined;
  requireJsonBounds(body, bodyFieldsOf(request.routeOptions) ?? mostFieldsOf(limit));
  const value = await parsed(fastify, request, body);
  const tooWide = jsonSizeErrors(value);
  if (tooWide.length > 0) throw new Invalid(tooWide);
  const unreadable = textErrors(value, ['body']);
  // The body goes on, so that its other faults are told beside these.
  if (unreadable.length > 0) request.bodyFailure ??= new UnreadableTexts(unreadable);
  return value;
}

function parsed(fastify: FastifyInstance, request: FastifyRequest, body: Buffer): Promise<unknown> {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  return new Promise((resolve, reject) => {
    let text: string;
    try {
      text = utf8.decode(body);
    } catch {
      reject(malformed('The body is not UTF-8'));
      return;
    }
    void parse(request, text, (error: Error | null, value?: unknown) =>
      error ? reject(malformed('The body is not valid JSON')) : resolve(value),
    );
  });
}

async function refuse(request: FastifyRequest): Promise<undefined> {
  if (!request.bodyFailure) await requireEmpty(request);
  // What took the type away has refused it already, whether anything is in it or not.
  else if (!isBodyHeldBack(request.raw) && !request.raw.readableDidRead && (await endsEmpty(request))) request.bodyFailure = null;
  else await drain(request.raw);
  return undefined;
}

// Fastify parses no body of these methods.
const bodyless: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Whether a body is in a content coding; `identity` is none. */
const isEncoded = ({ headers, method }: FastifyRequest): boolean =>
  !bodyless.has(method) && !/^[\s,]*(identity[\s,]*)*$/i.test(headers['content-encoding'] ?? '');

/** Whether the headers say that there is no body, whatever type they give it. */
const sendsNothing = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;

/** Makes a body of a type that its route does not take no body where nothing is in it, and the request's `bodyFailure` otherwise; no parser is asked about it. */
export async function receiveNothing(request: FastifyRequest): Promise<void> {
  try {
    await requireEmpty(request);
    delete request.raw.headers['transfer-encoding'];
  } catch (error) {
    request.bodyFailure ??= error instanceof Error ? error : wrongType(request);
  }
  delete request.raw.headers['content-type'];
}

/** Throws 415 unless the body turns out to have no bytes, after reading the rest; at once where its client waits to be asked for it. */
async function requireEmpty(request: FastifyRequest): Promise<void> {
  if (isBodyHeldBack(request.raw) && !sendsNothing(request)) throw wrongType(request);
  if (await endsEmpty(request)) return;
  await drain(request.raw);
  throw wrongType(request);
}

function malformed(message: string): Rejected {
  return new Rejected('bad_request', message);
}

/** The refusal of a body whose type the route does not take. */
export const wrongType = (request: Pick<FastifyRequest, 'routeOptions'>): Rejected =>
  new Rejected('unsupported_media_type', '', {}, hasRouteSetting(request, 'fileUpload') ? { remediation: asFile } : {});

const asFile = 'Send it as multipart/form-data, in the field file.';

/** The refusal of a body in a content coding; no route takes one, as a small body could become a huge one. */
const encodedBody = (): Rejected =>
  new Rejected(
    'unsupported_media_type',
    'The body is compressed',
    {},
    { remediation: 'Send the body as it is, without Content-Encoding.' },
  );
