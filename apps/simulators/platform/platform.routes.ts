import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { htmlEscaped, htmlPage } from '../http/html-page';
import { boardRoutes } from './board.routes';
import { controlRoutes } from './control.routes';
import { exclusiveBoards, type PlatformSimulator, rateLimiter } from './operation';
import { faultDelays } from './fault-records';
import { mediaRoutes, uploadRoutes } from './media.routes';
import { oauthConsentRoutes, oauthTokenRoutes } from './oauth.routes';
import { pinRoutes } from './pin.routes';
import type { PlatformState } from './platform-state';
import { pictureAddress } from './pin-records';

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

const shown = 200;

/** A page for people: who is here, which boards they have, and the newest pins with their pictures. */
function overviewRoutes(app: FastifyInstance, state: PlatformState): void {
  app.get('/', async (_request, reply) =>
    reply.type('text/html').send(htmlPage('Simulator of the image-sharing network', overview(state))),
  );
}

function overview(state: PlatformState): string {
  const boards = [...state.boards.rows()].filter((board) => !board.deleted).sort((a, b) => b.order - a.order);
  const pins = [...state.pins.rows()].filter((pin) => pin.deletedMs === null);
  return `<h2>${state.accounts.size} accounts</h2><ul>${[...state.accounts.rows()]
    .slice(-shown)
    .map((account) => `<li>${htmlEscaped(account.username)} (${account.id})</li>`)
    .join('')}</ul>
<h2>${boards.length} boards</h2><table><tr><th>Name<th>Owner<th>Privacy<th>Pins<th>Id${boards
    .slice(0, shown)
    .map((board) =>
      cells(htmlEscaped(board.name), htmlEscaped(board.owner), board.privacy, String(state.pinIndex.ofBoard(board.id).length), board.id),
    )
    .join('')}</table>
<h2>${pins.length} pins</h2><table><tr><th>Picture<th>Title<th>Account<th>Board<th>Created${pins
    .slice(-shown)
    .reverse()
    .map((pin) =>
      cells(
        `<img loading="lazy" alt="${htmlEscaped(pin.altText ?? '')}" src="${htmlEscaped(pictureAddress(pin.media))}">`,
        `<a id="${pin.id}" href="${htmlEscaped(pin.link ?? `#${pin.id}`)}">${htmlEscaped(pin.title ?? pin.id)}</a><br>${htmlEscaped(pin.description ?? '')}`,
        htmlEscaped(pin.account),
        htmlEscaped(state.boards.get(pin.boardId)?.name ?? pin.boardId),
        new Date(pin.createdMs).toISOString(),
      ),
    )
    .join('')}</table>`;
}

function cells(...texts: readonly string[]): string {
  return `<tr>${texts.map((text) => `<td>${text}</td>`).join('')}</tr>`;
}
