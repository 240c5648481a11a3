import { join } from 'node:path';
import { openJournaledStore } from '../journal/journaled-store';
import type { JournaledStore, Table } from '../journal/journaled-store';
import { indexPins } from './pin-index';
import type { PinIndex } from './pin-index';
import { controlSettingsOf } from './control-settings';
import type { ControlSettings } from './control-settings';
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
