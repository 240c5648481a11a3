import type { FastifyInstance } from 'fastify';
import { baseUrlOf } from '../http/form';
import { requireScopes, writableBoard } from './board-records';
import { bodyOf, digitsField, textField, pathId, type Body } from './body';
import { readMediaSource, webAddress } from './media-records';
import { defineUserOperation, type PlatformSimulator } from './operation';
import { addPinRecord, changePinRecord, deletePinRecord, pinRecordView, readablePin } from './pin-records';
import { badParameter, notAuthorized, platformRefusal } from './platform-refusal';
import type { Session } from './platform-state';
import type { PinRecord, PinTexts } from './records';

const write = { category: 'org_write', scopes: ['boards:read', 'boards:write', 'pins:read', 'pins:write'] } as const;
const read = { category: 'org_read', scopes: ['boards:read', 'pins:read'] } as const;

export function pinRoutes(app: FastifyInstance, platform: PlatformSimulator): void {
  const { state } = platform;
  defineUserOperation(
    app,
    platform,
    { operation: 'pins.create', method: 'POST', url: '/pins', success: 201, ...write },
    async (session, request, receivedMs) => {
      const body = bodyOf(request);
      const boardId = requiredBoard(body);
      publishableBoard(platform, session, boardId);
      const text = readText(body);
      const dominantColor = readColor(body);
      const sectionId = digitsField(body, 'board_section_id');
      const media = await readMediaSource(state, session, body['media_source']);
      publishableBoard(platform, session, boardId);
      platform.exclusive(boardId);
      const pin = addPinRecord(state, { ...text, account: session.username, boardId, sectionId, dominantColor, media, receivedMs });
      return pinRecordView(state, pin, session, baseUrlOf(request));
    },
  );
  defineUserOperation(
    app,
    platform,
    { operation: 'pins.get', method: 'GET', url: '/pins/:id', success: 200, ...read },
    (session, request) => pinRecordView(state, readablePin(state, session, pathId(request)), session, baseUrlOf(request)),
  );
  defineUserOperation(
    app,
    platform,
    { operation: 'pins.update', method: 'PATCH', url: '/pins/:id', success: 200, ...write },
    (session, request) => {
      const pin = ownPin(platform, session, pathId(request));
      const body = bodyOf(request);
      const boardId = digitsField(body, 'board_id') ?? pin.boardId;
      if (boardId !== pin.boardId) publishableBoard(platform, session, boardId);
      const sectionId = body['board_section_id'] === undefined ? pin.sectionId : digitsField(body, 'board_section_id');
      return pinRecordView(
        state,
        changePinRecord(state, pin, { ...changedText(pin, body), boardId, sectionId }),
        session,
        baseUrlOf(request),
      );
    },
  );
  defineUserOperation(
    app,
    platform,
    { operation: 'pins.delete', method: 'DELETE', url: '/pins/:id', success: 204, ...write },
    (session, request) => deletePinRecord(state, ownPin(platform, session, pathId(request))),
  );
}

function ownPin({ state }: PlatformSimulator, session: Session, id: string): PinRecord {
  const pin = readablePin(state, session, id);
  if (pin.account !== session.username) throw notAuthorized();
  return pin;
}

function publishableBoard({ state }: PlatformSimulator, session: Session, boardId: string): void {
  if (state.settings().trial)
    throw platformRefusal(403, 29, 'Apps with Trial access may not create Pins in production. Please use API Sandbox instead.');
  const board = writableBoard(state, session, boardId);
  if (board.privacy === 'SECRET') requireScopes(session, ['pins:write_secret']);
}

function requiredBoard(body: Body): string {
  const boardId = digitsField(body, 'board_id');
  if (boardId === null) throw badParameter('board_id is required');
  return boardId;
}

function readText(body: Body): PinTexts {
  const link = textField(body, 'link', 2048);
  return {
    title: textField(body, 'title', 100),
    description: textField(body, 'description', 800),
    link: link === null ? null : webAddress(link, 'link'),
    altText: textField(body, 'alt_text', 500),
  };
}

function changedText(pin: PinRecord, body: Body): PinTexts {
  const given = readText(body);
  return {
    title: body['title'] === undefined ? pin.title : given.title,
    description: body['description'] === undefined ? pin.description : given.description,
    link: body['link'] === undefined ? pin.link : given.link,
    altText: body['alt_text'] === undefined ? pin.altText : given.altText,
  };
}

function readColor(body: Body): string | null {
  const color = textField(body, 'dominant_color', 7);
  if (color !== null && !/^#[0-9A-Fa-f]{6}$/.test(color)) throw badParameter(`dominant_color: '${color}' is no colour`);
  return color;
}
