import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { boardRoutes } from './board.routes';
import { controlRoutes } from './control.routes';
import { exclusiveBoards, type PlatformSimulator, rateLimiter } from './operation';
import { faultDelays } from './fault-records';
import { mediaRoutes, uploadRoutes } from './media.routes';
import { overviewRoutes } from './overview.routes';
import { oauthConsentRoutes, oauthTokenRoutes } from './oauth.routes';
import { pinRoutes } from './pin.routes';
import type { PlatformState } from './platform-state';

/** Everything under `/platform`: the consent page, the API v5, the upload host, the page for people and the control routes. When `ending` is aborted, no delayed call outlives the server. */
export function platformRoutes(state: PlatformState, ending: AbortSignal) {
  return async (app: FastifyInstance): Promise<void> => {
    const platform: PlatformSimulator = {
      state,
      delays: faultDelays(ending),
      limit: rateLimiter(state),
      exclusive: exclusiveBoards(state),
    };
    await app.register(multipart);
    app.setErrorHandler<Error & { statusCode?: number; code?: unknown }>((error, _request, reply) => {
      const status = error.statusCode ?? 500;
      return reply
        .code(status)
        .send({ code: typeof error.code === 'number' ? error.code : status === 400 ? 1 : status, message: error.message });
    });
    app.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 404, message: 'No such route.' }));
    app.addHook('onRequest', async (_request, reply) => {
      if (state.settings().clock_skew_ms !== 0) reply.header('date', new Date(state.now()).toUTCString());
    });
    overviewRoutes(app, state);
    oauthConsentRoutes(app, platform);
    uploadRoutes(app, platform);
    controlRoutes(app, platform);
    await app.register(
      async (api) => {
        oauthTokenRoutes(api, platform);
        boardRoutes(api, platform);
        pinRoutes(api, platform);
        mediaRoutes(api, platform);
      },
      { prefix: '/v5' },
    );
  };
}
