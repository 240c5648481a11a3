import type { ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { isChecked } from './input.pipe';

/** Whether the handler takes the whole body as a class, which the pipe of inputs checks with all that is in it. */
export function checksBody(context: Pick<ExecutionContext, 'getClass' | 'getHandler'>): boolean {
  const [target, { name }] = [context.getClass(), context.getHandler()];
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, target, name) ?? {}) as Readonly<
    Record<string, { index: number; data?: unknown }>
  >;
  const types = (Reflect.getMetadata('design:paramtypes', target.prototype as object, name) ?? []) as readonly unknown[];
  return Object.entries(args).some(
    ([key, { index, data }]) => key === `${RouteParamtypes.BODY}:${index}` && data === undefined && isChecked(types[index]),
  );
}
