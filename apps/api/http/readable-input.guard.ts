import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Invalid } from '@pps/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UnreadableTexts } from './accept-json-only';
import { textErrors } from './json-errors';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { isChecked } from './input.pipe';
import { knownQueryNames, unknownQueryWarning, warningHeader } from './unknown-query-warning';

/** Refuses unreadable input, and warns of query parameters that the route ignores. The last of the guards of every route, so that a caller without a credential learns that first. */
@Injectable()
export class ReadableInputGuard implements CanActivate {
  private readonly knownNames = new Map<object, readonly string[] | null>();

  canActivate(context: ExecutionContext): true {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { bodyFailure } = request;
    if (bodyFailure && !(bodyFailure instanceof UnreadableTexts && checksBody(context))) throw bodyFailure;
    const errors = [...textErrors(request.params, ['path']), ...textErrors(request.query, ['query'])];
    if (errors.length > 0) throw new Invalid(errors);
    this.warnOfUnknownQuery(context, request);
    return true;
  }

  private warnOfUnknownQuery(context: ExecutionContext, { query }: FastifyRequest): void {
    if (typeof query !== 'object' || query === null || Object.keys(query).length === 0) return;
    const handler = context.getHandler();
    const known = this.knownNames.get(handler) ?? knownQueryNames(context);
    this.knownNames.set(handler, known);
    const warning = unknownQueryWarning(query, known);
    if (warning !== null) void context.switchToHttp().getResponse<FastifyReply>().header(warningHeader, warning);
  }
}

/** Whether the handler takes the whole body as a class, which the pipe of inputs checks with all that is in it. */
function checksBody(context: Pick<ExecutionContext, 'getClass' | 'getHandler'>): boolean {
  const [target, { name }] = [context.getClass(), context.getHandler()];
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, target, name) ?? {}) as Readonly<
    Record<string, { index: number; data?: unknown }>
  >;
  const types = (Reflect.getMetadata('design:paramtypes', target.prototype as object, name) ?? []) as readonly unknown[];
  return Object.entries(args).some(
    ([key, { index, data }]) => key === `${RouteParamtypes.BODY}:${index}` && data === undefined && isChecked(types[index]),
  );
}
