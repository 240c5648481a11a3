import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Principal } from '@pps/identity';

export interface AuthenticatedRequest {
  principal?: Principal;
}

/** The `Principal` of the request; only on routes that are not `@Public()`. */
export const CurrentPrincipal = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const { principal } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (!principal) throw new Error('a route without a credential asked for a principal');
  return principal;
});
