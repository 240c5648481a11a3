import {
  applyDecorators,
  Inject,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Invalid } from '@pps/kernel';
import { IsIn, ValidateIf } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { APP, type App } from '../../foundation/bind-app';
import { canCarrySession, sessionCookie } from './session-cookie';
import type { AuthenticatedRequest } from './principal.decorator';

const carriers = ['token', 'cookie'] as const;

/** What brings the session's token with further calls. */
export const CarrierField = () =>
  applyDecorators(
    ApiPropertyOptional({
      enum: carriers,
      description:
        'What carries the session: the token in the answer, as where nothing is said, or a cookie that only pages of this address send, and no script can read.',
    }),
    ValidateIf((_, carrier) => carrier !== undefined),
    IsIn(carriers),
  );

interface SessionToken {
  readonly access_token: string;
  readonly expires_in: number;
}

/** Puts the token of an answer into a cookie where the body asks for it, and wherever the request came with the cookie: then it is in no answer. */
@Injectable()
class SessionCarrier implements NestInterceptor<SessionToken, SessionToken> {
  constructor(@Inject(APP) private readonly app: Pick<App, 'configuration'>) {}

  intercept(context: ExecutionContext, next: CallHandler<SessionToken>): Observable<SessionToken> {
    const http = context.switchToHttp();
    const { body, sessionToken } = http.getRequest<FastifyRequest & AuthenticatedRequest>();
    const { PUBLIC_URL } = this.app.configuration;
    const isAsked = (body as { readonly carrier?: unknown } | undefined)?.carrier === 'cookie';
    if (isAsked && !canCarrySession(PUBLIC_URL)) throw new Invalid([overPlainHttp]);
    if (!isAsked && sessionToken === undefined) return next.handle();
    return next.handle().pipe(
      map((answer) => {
        void http.getResponse<FastifyReply>().header('set-cookie', sessionCookie(answer.access_token, answer.expires_in, PUBLIC_URL));
        return { ...answer, access_token: '' };
      }),
    );
  }
}

const overPlainHttp = { loc: ['body', 'carrier'], msg: 'carrier cookie needs an address with https', type: 'needs_https' };

/** The answer's token goes into a cookie where that is asked for. */
export const CarriesSession = () => UseInterceptors(SessionCarrier);

/** Ends the cookie of a request that came with it; its session has ended already. */
export function dropSessionCookie(
  { sessionToken }: AuthenticatedRequest,
  reply: FastifyReply,
  { PUBLIC_URL }: Pick<App['configuration'], 'PUBLIC_URL'>,
): void {
  if (sessionToken !== undefined) void reply.header('set-cookie', sessionCookie('', 0, PUBLIC_URL));
}
