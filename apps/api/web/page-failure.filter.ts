import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { CONFIGURATION, failureOf, LOGGER, type Configuration, type Logger } from '@pps/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { failurePage } from './pages/failure.page';
import { renderPage } from './render-page';

/** Answers a failure with a page; nothing of the inside shows. */
@Catch()
export class PageFailureFilter implements ExceptionFilter {
  constructor(
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    const failure = failureOf(thrown);
    if (failure.status >= 500) this.logger.error({ err: thrown, code: failure.code }, 'request failed');
    const wait = failure.context['retry_after_seconds'];
    if (typeof wait === 'number') void reply.header('retry-after', String(wait));
    void reply.send(renderPage(failurePage(failure.status, http.getRequest<FastifyRequest>().id), reply, this.configuration));
  }
}
