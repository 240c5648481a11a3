import { UseInterceptors, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { of, type Observable } from 'rxjs';

const getOnly: NestInterceptor = {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { method } = context.switchToHttp().getRequest<FastifyRequest>();
    return method === 'HEAD' ? of(undefined) : next.handle();
  },
};

/** A `GET` that uses something up or starts something: a `HEAD` of it is answered with an empty 200 and does nothing, whatever it names. */
export const NotByHead = () => UseInterceptors(getOnly);
