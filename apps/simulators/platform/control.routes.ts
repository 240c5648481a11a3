import type { FastifyInstance } from 'fastify';
import { queryOf } from '../http/form';
import { ensureAccountRecord, addBoardRecord, boardView } from './board-records';
import { bodyOf, digitsField, textField, requiredTextField, type Body } from './body';
import { addFaultRecord, clearFaultRecords } from './fault-records';
import { expireAccessTokens, countIssuedTokens, narrowScopes, revokeTokens } from './issued-tokens';
import type { PlatformSimulator } from './operation';
import { pictureAddress } from './pin-records';
import type { PlatformState } from './platform-state';
import { badParameter } from './platform-refusal';
import { changeControlSettings } from './control-settings';
import type { BoardRecord, Privacy } from './records';

/** The tests' own routes; each answers when what it did is stored. */
export function controlRoutes(app: FastifyInstance, { state, delays }: PlatformSimulator): void {
  const afterFlush = async <T>(answer: T): Promise<T> => {
    await state.store.flushed();
    return answer;
  };
  app.get('/_control/pins', (request) => afterFlush(createdPins(state, queryOf(request))));
  app.get('/_control/faults', () => afterFlush([...state.faults.rows()]));
  app.post('/_control/faults', async (request, reply) => reply.code(201).send(await afterFlush(addFaultRecord(state, request.body))));
  app.delete('/_control/faults', async (request, reply) => {
    const { operation, title } = queryOf(request);
    clearFaultRecords(state, { operation, title });
    delays.end({ operation, title });
    return reply.code(204).send(await afterFlush(undefined));
  });
  app.post('/_control/boards', (request) => {
    const boards = changeBoards(state, bodyOf(request)).map((board) => ({ ...boardView(state, board), deleted: board.deleted }));
    return afterFlush({ ...boards[0], boards });
  });
  app.post('/_control/tokens/expire', (request) =>
    afterFlush({ ended: expireAccessTokens(state, requiredTextField(bodyOf(request), 'username', 100)) }),
  );
  app.post('/_control/tokens/revoke', (request) =>
    afterFlush({ ended: revokeTokens(state, requiredTextField(bodyOf(request), 'username', 100)) }),
  );
  app.post('/_control/tokens/scopes', (request) => {
    const body = bodyOf(request);
    const scopes = requiredTextField(body, 'scopes', 1_000).split(/[\s,]+/);
    return afterFlush({ changed: narrowScopes(state, requiredTextField(body, 'username', 100), scopes) });
  });
  app.get('/_control/tokens', (request) => afterFlush(countIssuedTokens(state, queryOf(request)['username'] ?? '')));
  app.get('/_control/settings', () => state.settings());
  app.post('/_control/settings', (request) => {
    state.settingsTable.put('all', changeControlSettings(state.settings(), request.body));
    return afterFlush(state.settings());
  });
}

/** One row per pin ever created, oldest first, deleted ones too. */
function createdPins(state: PlatformState, { account, board_id: boardId, title }: Readonly<Record<string, string>>): readonly unknown[] {
  return [...state.pins.rows()]
    .filter((pin) => account === undefined || pin.account === account)
    .filter((pin) => boardId === undefined || pin.boardId === boardId)
    .filter((pin) => title === undefined || pin.title === title)
    .map((pin) => ({
      id: pin.id,
      account: pin.account,
      board_id: pin.boardId,
      title: pin.title,
      description: pin.description,
      link: pin.link,
      alt_text: pin.altText,
      media: pictureAddress(pin.media),
      created_at: pin.committedMs,
      received_at: pin.receivedMs,
      deleted_at: pin.deletedMs,
      count: state.pinIndex.equals(pin),
    }));
}

/** Changes the board of that id, or else of that name in the account's list; adds one, or `count` of them, when there is none. */
function changeBoards(state: PlatformState, body: Body): readonly BoardRecord[] {
  const { username } = ensureAccountRecord(state, requiredTextField(body, 'username', 100));
  const id = digitsField(body, 'id');
  const name = textField(body, 'name', 180);
  const owner = textField(body, 'owner', 100) ?? undefined;
  const privacy = readPrivacy(body);
  const deleted = body['deleted'] === undefined ? undefined : body['deleted'] === true;
  const known = knownBoard(state, username, id, name);
  if (known !== undefined) {
    const members = owner === undefined ? known.members : [...new Set([...known.members, username])].filter((each) => each !== owner);
    const changed = { ...known, name: name ?? known.name, privacy: privacy ?? known.privacy, deleted: deleted ?? known.deleted };
    const board: BoardRecord = { ...changed, owner: owner ?? known.owner, members };
    state.boards.put(board.id, board);
    return [board];
  }
  const count = body['count'] ?? 1;
  if (!Number.isInteger(count) || (count as number) < 1 || (count as number) > 10_000) throw badParameter('count is from 1 to 10000');
  return Array.from({ length: count as number }, (_, index) => {
    const board = addBoardRecord(state, {
      owner: owner ?? username,
      name: `${name ?? `Board ${state.boards.size + 1}`}${count === 1 ? '' : ` ${index + 1}`}`,
      ...(id === null ? {} : { id: String(BigInt(id) + BigInt(index)) }),
      ...(privacy === undefined ? {} : { privacy }),
      members: owner === undefined || owner === username ? [] : [username],
    });
    if (deleted !== true) return board;
    const gone = { ...board, deleted: true };
    state.boards.put(board.id, gone);
    return gone;
  });
}

function knownBoard(state: PlatformState, username: string, id: string | null, name: string | null): BoardRecord | undefined {
  if (id !== null) return state.boards.get(id);
  if (name === null) return undefined;
  return [...state.boards.rows()].find((board) => board.name === name && [board.owner, ...board.members].includes(username));
}

function readPrivacy(body: Body): Privacy | undefined {
  const value = body['privacy'];
  if (value === undefined || value === null) return undefined;
  if (value !== 'PUBLIC' && value !== 'PROTECTED' && value !== 'SECRET')
    throw badParameter('privacy is not one of PUBLIC, PROTECTED, SECRET');
  return value;
}
