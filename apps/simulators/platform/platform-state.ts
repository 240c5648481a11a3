import { join } from 'node:path';
import { openStore } from '../state/store';
import type { Store, Table } from '../state/store';
import { indexPins } from './pin-index';
import type { PinIndex } from './pin-index';
import { readSettings } from './settings';
import type { Settings } from './settings';
import type { AccessToken, Account, AuthorizationCode, Board, Fault, Issued, Media, Pin, RefreshToken } from './rows';

export interface PlatformState {
  readonly store: Store;
  readonly folder: string;
  readonly accounts: Table<Account>;
  readonly boards: Table<Board>;
  readonly pins: Table<Pin>;
  readonly pinIndex: PinIndex;
  readonly media: Table<Media>;
  readonly codes: Table<AuthorizationCode>;
  readonly accessTokens: Table<AccessToken>;
  readonly refreshTokens: Table<RefreshToken>;
  readonly issued: Table<Issued>;
  readonly faults: Table<Fault>;
  readonly settingsTable: Table<Settings>;
  settings(): Settings;
  /** The platform's clock, ms; ours plus the skew that was set. */
  now(): number;
  /** Ids beyond 2^53, as digits. */
  nextId(): { id: string; order: number };
}

const firstId = 813_744_226_420_000_000n;

export async function openPlatformState(folder: string): Promise<PlatformState> {
  const store = await openStore(join(folder, 'platform.ndjson'));
  const pins = store.table<Pin>('pins');
  const settingsTable = store.table<Settings>('settings');
  const settings = () => readSettings(settingsTable.get('all'));
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
