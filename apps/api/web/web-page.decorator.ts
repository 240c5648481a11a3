import {
  Catch,
  Inject,
  type ArgumentsHost,
  type ExceptionFilter,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  applyDecorators,
  Controller,
  UseFilters,
  UseInterceptors,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { failureOfRequest } from '../http/answer-failure';
import { failurePage } from './pages/failure.page';
import { renderPage } from './render-page';
import { APP, type App } from '../../foundation/bind-app';
import { map, type Observable } from 'rxjs';
import type { WebPage } from './web-page';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../auth/route-access.decorator';

/** Answers a failure with a page; nothing of the inside shows. */
@Catch()
export class PageFailureFilter implements ExceptionFilter {
  constructor(@Inject(APP) private readonly app: Pick<App, 'logger' | 'configuration'>) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    const failure = failureOfRequest(thrown);
    if (failure.status >= 500) this.app.logger.error({ err: thrown, code: failure.code }, 'request failed');
    const wait = failure.context['retry_after_seconds'];
    if (typeof wait === 'number') void reply.header('retry-after', String(wait));
    void reply.send(renderPage(failurePage(failure.status, http.getRequest<FastifyRequest>().id), reply, this.app.configuration));
  }
}

/** Sends the page that a handler gives. */
@Injectable()
class PageInterceptor implements NestInterceptor<WebPage, string> {
  constructor(@Inject(APP) private readonly app: Pick<App, 'configuration'>) {}

  intercept(context: ExecutionContext, next: CallHandler<WebPage>): Observable<string> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(map((page) => renderPage(page, reply, this.app.configuration)));
  }
}

/** A controller whose handlers give pages for browsers: under `/app`, without a credential, failures as pages too. */
export const WebPages = (path = ''): ClassDecorator => WebPagesAt(`app${path}`);

/** The same at another path. */
export const WebPagesAt = (path: string): ClassDecorator =>
  applyDecorators(Controller(path), Public(), ApiExcludeController(), UseInterceptors(PageInterceptor), UseFilters(PageFailureFilter));
