import { Injectable } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Invalid } from '@pps/kernel';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { textErrors } from './text-errors';

/** Refuses unreadable input after the guards, so that a stranger learns about the credential first. */
@Injectable()
export class ReadableInputInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.bodyFailure) throw request.bodyFailure;
    const errors = [...textErrors(request.params, ['path']), ...textErrors(request.query, ['query'])];
    if (errors.length > 0) throw new Invalid(errors);
    return next.handle();
  }
}
