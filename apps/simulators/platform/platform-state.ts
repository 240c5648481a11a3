import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { openJournaledStore, type JournaledStore, type Table } from '../journal/journaled-store';
import { controlSettingsOf, type ControlSettings } from './control-settings';
import type {
  IssuedAccessToken,
  AccountRecord,
  AuthorizationCode,
  BoardRecord,
  Fault,
  TokenCounts,
  MediaRecord,
  PinRecord,
  IssuedRefreshToken,
} from './records';
import { authenticationFailed } from './platform-refusal';

export interface PlatformState {
  readonly store: JournaledStore;
  readonly folder: string;
  readonly accounts: Table<AccountRecord>;
  readonly boards: Table<BoardRecord>;
  readonly pins: Table<PinRecord>;
  readonly pinIndex: PinIndex;
  readonly media: Table<MediaRecord>;
  readonly codes: Table<AuthorizationCode>;
  readonly accessTokens: Table<IssuedAccessToken>;
  readonly refreshTokens: Table<IssuedRefreshToken>;
  readonly issued: Table<TokenCounts>;
  readonly faults: Table<Fault>;
  readonly settingsTable: Table<ControlSettings>;
  settings(): ControlSettings;
  /** The platform's clock, ms; ours plus the skew that was set. */
  now(): number;
  /** Ids beyond 2^53, as digits. */
  nextId(): { id: string; order: number };
}

const firstId = 813_744_226_420_000_000n;

export async function openPlatformState(folder: string): Promise<PlatformState> {
  const store = await openJournaledStore(join(folder, 'platform.ndjson'));
  const pins = store.table<PinRecord>('pins');
  const settingsTable = store.table<ControlSettings>('settings');
  const settings = () => controlSettingsOf(settingsTable.get('all'));
  return {
    store,
    folder: join(folder, 'platform'),
    accounts: store.table('accounts'),
    boards: store.table('boards'),
    pins,
    pinIndex: indexPins(pins.rows()),
    media: store.table('media'),
    codes: store.table('codes'),
    accessTokens: store.table('access_tokens'),
    refreshTokens: store.table('refresh_tokens'),
    issued: store.table('issued'),
    faults: store.table('faults'),
    settingsTable,
    settings,
    now: () => Date.now() + settings().clock_skew_ms,
    nextId: () => {
      const order = store.next();
      return { id: String(firstId + BigInt(order)), order };
    },
  };
}

/** Finds pins without walking all of them. */
interface PinIndex {
  /** Live pins, oldest first. */
  ofBoard(boardId: string): readonly PinRecord[];
  /** How many pins that account has made with this content, deleted ones too. */
  equals(pin: PinRecord): number;
  add(pin: PinRecord): void;
  remove(pin: PinRecord): void;
}

function indexPins(pins: Iterable<PinRecord>): PinIndex {
  const boards = new Map<string, PinRecord[]>();
  const contents = new Map<string, number>();
  const contentKey = (pin: PinRecord) => `${pin.account} ${pin.content}`;
  const index: PinIndex = {
    ofBoard: (boardId) => boards.get(boardId) ?? [],
    equals: (pin) => contents.get(contentKey(pin)) ?? 0,
    add: (pin) => {
      contents.set(contentKey(pin), index.equals(pin) + 1);
      if (pin.deletedMs !== null) return;
      const siblings = boards.get(pin.boardId);
      if (siblings === undefined) boards.set(pin.boardId, [pin]);
      else insert(siblings, pin);
    },
    remove: (pin) => {
      contents.set(contentKey(pin), index.equals(pin) - 1);
      const siblings = boards.get(pin.boardId) ?? [];
      boards.set(
        pin.boardId,
        siblings.filter((each) => each.id !== pin.id),
      );
    },
  };
  for (const pin of pins) index.add(pin);
  return index;
}

function insert(siblings: PinRecord[], pin: PinRecord): void {
  let at = siblings.length;
  while (at > 0 && (siblings[at - 1]?.order ?? 0) > pin.order) at -= 1;
  siblings.splice(at, 0, pin);
}

/** Who calls, by the access token, and what the user let the app do. */
export interface Session {
  readonly username: string;
  readonly scopes: readonly string[];
}

export function sessionOf(state: PlatformState, request: FastifyRequest): Session {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const known = token === undefined ? undefined : state.accessTokens.get(token);
  if (known === undefined || known.expiresMs <= state.now()) throw authenticationFailed();
  return known;
}
