import type { FastifyInstance } from 'fastify';
import { htmlEscaped, htmlPage } from '../http/html-page';
import { pictureAddress } from './pin-records';
import type { PlatformState } from './platform-state';

const shown = 200;

/** A page for people: who is here, which boards they have, and the newest pins with their pictures. */
export function overviewRoutes(app: FastifyInstance, state: PlatformState): void {
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
