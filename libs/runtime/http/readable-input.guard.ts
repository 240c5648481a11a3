import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Invalid } from '@pps/kernel';
import type { FastifyRequest } from 'fastify';
import { UnreadableTexts } from './accept-json-only';
import { checksBody } from './checks-body';
import { textErrors } from './json-errors';

/** Refuses unreadable input. The last of the guards of every route, so that a caller without a credential learns that first. */
@Injectable()
export class ReadableInputGuard implements CanActivate {
  canActivate(context: ExecutionContext): true {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { bodyFailure } = request;
    if (bodyFailure && !(bodyFailure instanceof UnreadableTexts && checksBody(context))) throw bodyFailure;
    const errors = [...textErrors(request.params, ['path']), ...textErrors(request.query, ['query'])];
    if (errors.length > 0) throw new Invalid(errors);
    return true;
  }
}
