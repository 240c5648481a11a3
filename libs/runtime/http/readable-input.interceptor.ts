import { Injectable } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Invalid } from '@pps/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { textErrors } from './json-errors';

/** Refuses unreadable input after the guards, so that a caller without a credential learns that first. */
@Injectable()
export class ReadableInputInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.bodyFailure) {
      // A connection whose body was not read to its end cannot be used again.
      if (!request.raw.complete) void context.switchToHttp().getResponse<FastifyReply>().header('connection', 'close');
      throw request.bodyFailure;
    }
    const errors = [...textErrors(request.params, ['path']), ...textErrors(request.query, ['query'])];
    if (errors.length > 0) throw new Invalid(errors);
    return next.handle();
  }
}
