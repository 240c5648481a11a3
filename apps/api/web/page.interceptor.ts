import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { CONFIGURATION, type Configuration } from '@pps/runtime';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import type { Page } from './page';
import { pageText } from './send-page';

/** Sends the page that a handler gives. */
@Injectable()
export class PageInterceptor implements NestInterceptor<Page, string> {
  constructor(@Inject(CONFIGURATION) private readonly configuration: Configuration) {}

  intercept(context: ExecutionContext, next: CallHandler<Page>): Observable<string> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(map((page) => pageText(page, reply, this.configuration)));
  }
}
