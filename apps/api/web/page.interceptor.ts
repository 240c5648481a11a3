import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { CONFIGURATION, type Configuration } from '@pps/runtime';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import type { WebPage } from './web-page';
import { renderPage } from './render-page';

/** Sends the page that a handler gives. */
@Injectable()
export class PageInterceptor implements NestInterceptor<WebPage, string> {
  constructor(@Inject(CONFIGURATION) private readonly configuration: Configuration) {}

  intercept(context: ExecutionContext, next: CallHandler<WebPage>): Observable<string> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(map((page) => renderPage(page, reply, this.configuration)));
  }
}
