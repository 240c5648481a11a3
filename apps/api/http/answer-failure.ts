import { HttpException } from '@nestjs/common';
import { faultOfField, Rejected, type FieldError } from '@pps/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { failureOf, type Configuration, type Failure, type Logger } from '@pps/runtime';
import { docUrlOf } from './doc-url';
import { explainFaults } from './explain-faults';
import { qualityOf } from './quality-of';
import { challengeOf, failureAnswerOf, tooManyStatusOf } from './route-setting.decorator';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error that it is answered with. */
    refusalCode?: string;
  }
}

// Who is refused, and kept out, is what an operator looks for after an attack.
const securityStatuses: ReadonlySet<number> = new Set([401, 403, 429]);

export interface FailureParts {
  readonly logger: Logger;
  readonly config: Pick<Configuration, 'PUBLIC_URL'>;
}

/** Answers a request with the failure that a thrown value stands for; an unexpected one is logged with its stack. */
export function answerFailure(thrown: unknown, request: FastifyRequest, reply: FastifyReply, { logger, config }: FailureParts): void {
  const answerItself = failureAnswerOf(request.routeOptions);
  if (answerItself) return answerItself(thrown, request, reply, logger);
  const gone = hungUp(thrown, request);
  if (gone) logger.debug({ request_id: request.id }, 'the client hung up before the end of its body');
  const told = gone ? failureOf(new Rejected('bad_request', 'The body ended too early')) : failureOfRequest(thrown);
  const explained = explainFaults(told, request);
  if (securityStatuses.has(explained.status))
    logger.warn({ code: explained.code, status: explained.status, client: request.ip }, 'request refused');
  if (explained.status >= 500) logger.error({ err: thrown, code: explained.code }, 'request failed');
  if (reply.sent) return;
  const failure = asRouteAnswers(explained, request);
  request.refusalCode = failure.code;
  const { PUBLIC_URL: publicUrl } = config;
  void reply.code(failure.status).headers(headersOf(failure, request)).header('x-request-id', request.id);
  // The body is serialized here: Fastify would apply the response schema of the route, which describes its successes only.
  if (prefersProblem(request.headers.accept)) {
    const path = request.url.split('?', 1)[0] ?? '/';
    void reply
      .header('content-type', 'application/problem+json; charset=utf-8')
      .send(JSON.stringify(problemOf(failure, request.id, publicUrl, path)));
  } else {
    void reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(envelopeOf(failure, request.id, publicUrl)));
  }
}

/** The failure with the status that the route of the request has for it. */
export const asRouteAnswers = (failure: Failure, { routeOptions }: Pick<FastifyRequest, 'routeOptions'>): Failure =>
  failure.status === 429 ? { ...failure, status: tooManyStatusOf(routeOptions) } : failure;

/** As `failureOf`, which knows nothing of what Nest throws. */
export const failureOfRequest = (thrown: unknown): Failure =>
  thrown instanceof HttpException ? failureOf(thrown, thrown.getStatus()) : failureOf(thrown);

/** Whether the client closed its connection during the body: that error looks like a lost connection to the database. */
function hungUp(thrown: unknown, { raw }: FastifyRequest): boolean {
  if (raw.complete || !raw.destroyed || !(thrown instanceof Error) || !('code' in thrown)) return false;
  return thrown.code === 'ECONNRESET' || thrown.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function headersOf({ status, code, context }: Failure, { routeOptions }: FastifyRequest): Record<string, string> {
  const wait = context['retry_after_seconds'];
  return {
    vary: 'accept',
    // The manual may be kept, what it does not have may not.
    'cache-control': 'no-store',
    ...(status === 401 && { 'www-authenticate': challengeOf(routeOptions, code) }),
    ...(typeof wait === 'number' && { 'retry-after': String(wait) }),
  };
}

/** The service's own representation of a failure; the message, of an invalid input its first fault, also stands in `detail`, which clients of older versions show. */
export function envelopeOf(failure: Failure, requestId: string, publicUrl: string): Record<string, unknown> {
  const { code, remediation, context, errors } = failure;
  const message = sentenceOf(failure);
  return {
    error: {
      ...context,
      code,
      message,
      remediation,
      doc_url: docUrlOf(publicUrl, code),
      request_id: requestId,
      ...(errors && { errors: shownErrors(errors) }),
    },
    detail: message,
  };
}

/** The same facts as RFC 9457 problem details; `instance` is the path that was asked for. */
export function problemOf(failure: Failure, requestId: string, publicUrl: string, instance: string): Record<string, unknown> {
  const { status, code, title, remediation, context, errors } = failure;
  const message = sentenceOf(failure);
  const standard = { type: docUrlOf(publicUrl, code), title, status, detail: message, instance };
  return {
    ...context,
    ...standard,
    code,
    message,
    remediation,
    doc_url: docUrlOf(publicUrl, code),
    request_id: requestId,
    ...(errors && { errors: shownErrors(errors) }),
  };
}

/** As clients see them: what was given stands behind the rule, unless nothing was. */
const shownErrors = (errors: readonly FieldError[]): object[] =>
  errors.map(({ loc, msg, type, given }) => ({
    loc,
    msg: given === undefined || type === 'missing' ? msg : `${msg}; given: ${given}`,
    type,
  }));

/** What a failure says in one sentence: of an invalid input its first fault. */
export function sentenceOf({ message, errors = [] }: Failure): string {
  const [first, ...others] = errors;
  if (!first) return message;
  const field = first.loc.slice(1).join('.');
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${field === '' ? first.loc[0] : field}: ${faultOfField(first)}${more}`;
}

/** Whether an `Accept` header names `application/problem+json` and likes it better than plain JSON. */
export function prefersProblem(accept: string | undefined): boolean {
  return qualityOf('application/problem+json', accept) > qualityOf('application/json', accept);
}
