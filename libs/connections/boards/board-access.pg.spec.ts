import { Streams, LiveStates, type EventStore } from '@pps/event-store';
import { openInMemoryEventStore } from '@pps/event-store/testing';
import { fold, newId } from '@pps/kernel';
import type { PlatformBoard } from '@pps/platform';
import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { connection, type Connection } from '../accounts/connection.stream';
import type { AccountProfiles } from '../accounts/account-profiles';
import { systemOrigin, type ConnectionRepository } from '../accounts/connection-repository';
import { connectionsMigrations } from '../connections.migrations';
import type { SimulatedBoards } from './simulated-boards';
import { connectionSamples } from '../testing';
import { BoardAccess } from './board-access';
import type { BoardInspection } from './board-inspection';
import { recordBoardChange, type PlatformBoardChange, boardStream, boardStreamId } from './board.stream';
import type { BoardFinding } from './verdict';
import { boardVerdictStreamId } from './board-verdict.stream';
import { BoardVerdictStore } from './board-verdict.store';

const board: PlatformBoard = { id: '7', name: 'Sea', description: null, privacy: 'PUBLIC', pinCount: 0, ownerUsername: 'ada' };
const usable: BoardFinding = { kind: 'usable', board };
const absent: BoardFinding = { kind: 'refused', code: 'board_not_found' };
const down: BoardFinding = { kind: 'unknown', code: 'platform_unavailable', retryAfterSeconds: 9 };

let db: Database;
let account: Connection;
let now: Date;
let answer: BoardFinding;
let asked: number;
let store: EventStore;
let streams: Streams;

beforeAll(async () => {
  db = openDatabase(await freshDatabase());
  await migrate(db, [...readStoreMigrations, ...connectionsMigrations]);
  store = openInMemoryEventStore();
  streams = new Streams(store);
});
afterAll(async () => {
  await store.close();
  await db.destroy();
});

beforeEach(() => {
  account = { ...(fold(connection, connectionSamples.slice(0, 1)) as Connection), accountId: newId(), projectId: newId() };
  now = new Date('2026-01-05T10:00:00.000Z');
  answer = usable;
  asked = 0;
});

// The vault of the account's user, who owns what he may use.
const profiles = { get: async () => ({ username: 'ada', display_name: null }) } as unknown as AccountProfiles;

/** Another process: it shares the table and nothing else. */
function anotherProcess(): BoardAccess {
  const log = { find: async () => account, now: () => now } as unknown as ConnectionRepository;
  const inspection = { inspect: async () => (asked++, answer) } as unknown as BoardInspection;
  const simulated = { check: () => Promise.reject(new Error('not a sandbox')) } as unknown as SimulatedBoards;
  return new BoardAccess({
    connections: log,
    live: new LiveStates(store, new Streams(store), 0),
    store: new BoardVerdictStore(db, streams, profiles),
    ...{ inspection, simulated },
  });
}

async function changeBoard(change: PlatformBoardChange): Promise<void> {
  const [of, at] = [{ accountId: account.accountId, boardId: '7' }, now.toISOString()];
  const id = boardStreamId(of.accountId, of.boardId);
  await streams.decide(boardStream, id, systemOrigin(account, at), (state) => recordBoardChange(of, change, at, state));
}

const question = () => ({ accountId: account.accountId, boardId: '7' });
const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));

describe('board access', () => {
  it('asks the platform once, also for many at once, and repeats the answer on every process for 5 minutes', async () => {
    const access = anotherProcess();
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => access.check(question())));
    expect(verdicts[0]).toMatchObject({ status: 'ok', source: 'platform', board });
    later(299);
    expect(await access.check(question())).toMatchObject({ status: 'ok', source: 'cache', checkedAt: '2026-01-05T10:00:00.000Z', board });
    expect(await anotherProcess().check(question())).toMatchObject({ status: 'ok', source: 'cache' });
    expect(asked).toBe(1);
    later(1);
    expect(await access.check(question())).toMatchObject({ source: 'platform' });
    expect(asked).toBe(2);
  });

  it('repeats a refusal for a minute', async () => {
    answer = absent;
    const access = anotherProcess();
    expect(await access.check(question())).toMatchObject({ status: 'failed', code: 'board_not_found', source: 'platform' });
    later(59);
    expect(await access.check(question())).toMatchObject({ code: 'board_not_found', source: 'cache' });
    later(1);
    answer = usable;
    expect(await access.check(question())).toMatchObject({ status: 'ok', source: 'platform' });
  });

  it('asks again when asked to, and others learn the answer', async () => {
    const access = anotherProcess();
    await access.check(question());
    answer = absent;
    later(1);
    expect(await access.check({ ...question(), fresh: true })).toMatchObject({ code: 'board_deleted', source: 'platform' });
    expect(await anotherProcess().check(question())).toMatchObject({ code: 'board_deleted', source: 'cache' });
  });

  it('is a fact where it changed, whichever process finds out', async () => {
    const facts = async () => (await store.read(`board_verdict-${boardVerdictStreamId(account.accountId, '7')}`)).map(({ data }) => data);
    const ask = () => anotherProcess().check({ ...question(), fresh: true });
    await ask();
    later(1);
    await ask();
    expect(await facts()).toEqual([expect.objectContaining({ status: 'ok', code: null, checkedAt: '2026-01-05T10:00:00.000Z' })]);
    answer = absent;
    later(1);
    await ask();
    await ask();
    answer = down;
    await ask();
    expect(await facts()).toEqual([expect.anything(), expect.objectContaining({ status: 'failed', code: 'board_deleted' })]);
  });

  it('answers the owner of a board again without storing the name in the table', async () => {
    answer = { kind: 'usable', board: { ...board, ownerUsername: 'ada' } };
    await anotherProcess().check(question());
    expect(await anotherProcess().check(question())).toMatchObject({ source: 'cache', board: { ownerUsername: 'ada' } });
    answer = { kind: 'refused', code: 'board_not_owned', board: { ...board, ownerUsername: 'grace' } };
    await anotherProcess().check({ ...question(), fresh: true });
    expect(await anotherProcess().check(question())).toMatchObject({ source: 'cache', board: { ownerUsername: null } });
    const rows = JSON.stringify(await db('connections.board_verdict').select());
    expect(rows).toContain('board_not_owned');
    for (const name of ['ada', 'grace']) expect(rows).not.toContain(`"${name}`);
  });

  it('calls a board deleted that was only ever listed', async () => {
    await new BoardVerdictStore(db, streams, profiles).markSeen(account, [board]);
    answer = absent;
    expect(await anotherProcess().check(question())).toMatchObject({ code: 'board_deleted' });
  });

  it('does not store that the platform was unavailable', async () => {
    answer = down;
    const access = anotherProcess();
    expect(await access.check(question())).toMatchObject({ status: 'skipped', code: 'platform_unavailable', retryAfterSeconds: 9 });
    answer = usable;
    expect(await access.check(question())).toMatchObject({ status: 'ok' });
  });

  it('forgets what it learned under an older consent', async () => {
    answer = { kind: 'refused', code: 'scope_missing' };
    const access = anotherProcess();
    await access.check(question());
    account = { ...account, consentedAt: '2026-01-05T09:59:59.000Z' };
    answer = usable;
    expect(await access.check(question())).toMatchObject({ status: 'ok', source: 'platform' });
  });

  it('asks again after a change that was answered here, on every process', async () => {
    const [access, other] = [anotherProcess(), anotherProcess()];
    await Promise.all([access.check(question()), other.check(question())]);
    later(1);
    await changeBoard({ kind: 'updated', change: { name: 'Lake' }, board });
    answer = { kind: 'usable', board: { ...board, name: 'Lake' } };
    // At the very moment of the change it is not known which of the two came first.
    expect(await access.check(question())).toMatchObject({ source: 'platform', board: { name: 'Lake' } });
    later(1);
    expect(await other.check(question())).toMatchObject({ source: 'platform', board: { name: 'Lake' } });
    expect(await access.check(question())).toMatchObject({ source: 'cache', board: { name: 'Lake' } });
  });

  it('calls a board deleted that was deleted here, without asking', async () => {
    const access = anotherProcess();
    await access.check(question());
    await changeBoard({ kind: 'deleted' });
    for (const fresh of [false, true]) {
      expect(await access.check({ ...question(), fresh })).toMatchObject({ status: 'failed', code: 'board_deleted', source: 'local' });
    }
    expect(await anotherProcess().checkLocally(question())).toMatchObject({ code: 'board_deleted' });
    expect(asked).toBe(1);
  });

  it('sees a revocation at once, whatever is cached', async () => {
    const access = anotherProcess();
    await access.check(question());
    account = { ...account, revokedAt: '2026-01-05T10:00:00.000Z' };
    expect(await access.check(question())).toMatchObject({ status: 'failed', code: 'account_revoked', source: 'local' });
  });
});
