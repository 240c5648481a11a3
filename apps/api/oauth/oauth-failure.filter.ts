import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Logger } from '@pps/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';
import { failureOfRequest } from '../http/answer-failure';
import { RouteSetting } from '../http/route-setting.decorator';
import { OAuthRefusal } from './oauth-refusal';

const temporarySeconds = 5;

/** What is refused before a route's own filter is asked, a limit of connections or a body, is answered as OAuth has it, too. */
export const AnswersAsOAuth = (): MethodDecorator => RouteSetting({ answerFailure: answerOAuthFailure });

/**
 * Answers failures as OAuth has them. What is no fault of the program, a limit or an outage, is 503 `temporarily_unavailable`: programs that read anything
 * else there ask their people to sign in again.
 */
@Catch()
export class OAuthFailureFilter implements ExceptionFilter {
  constructor(@Inject(APP) private readonly app: Pick<App, 'logger'>) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    answerOAuthFailure(thrown, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>(), this.app.logger);
  }
}

function answerOAuthFailure(thrown: unknown, request: FastifyRequest, reply: FastifyReply, logger: Logger): void {
  const { refusal, status, wait } = answerTo(thrown, logger);
  request.refusalCode = refusal.error;
  if (reply.sent) return;
  if (wait !== null) void reply.header('retry-after', String(wait));
  void reply
    .status(status)
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send(JSON.stringify({ error: refusal.error, error_description: refusal.description }));
}

function answerTo(
  thrown: unknown,
  logger: Logger,
): { readonly refusal: OAuthRefusal; readonly status: number; readonly wait: number | null } {
  if (thrown instanceof OAuthRefusal) return { refusal: thrown, status: 400, wait: null };
  const failure = failureOfRequest(thrown);
  if (failure.status >= 500) logger.error({ err: thrown, code: failure.code }, 'request failed');
  if (failure.status < 500 && failure.status !== 429)
    return { refusal: new OAuthRefusal('invalid_request', failure.message), status: failure.status === 413 ? 413 : 400, wait: null };
  const wait = failure.context['retry_after_seconds'];
  const refusal = new OAuthRefusal('temporarily_unavailable', failure.status === 429 ? failure.message : 'Try again in a moment');
  return { refusal, status: 503, wait: typeof wait === 'number' ? wait : temporarySeconds };
}
