import type { Socket } from 'node:net';
import type { Client, ClientBase } from 'pg';
import {
  arePreparedStatementsLost,
  describeDatabaseError,
  isConnectionSuspect,
  isUnanswered,
  notePlainWords,
  ReadOnlyConnection,
} from './is-database-unavailable';
import { isConsequence, sendInPipeline } from './pipelines';
import { Timelines, type Timeline } from './timelines';

/** Whether statements are sent by name, so that each connection plans them once: not through a pooler that gives statements to any connection. */
export interface StatementNames {
  areUsed: boolean;
}

/** A connection as the pool knows it: what stands here is why it will be closed, not lent again. */
type PooledConnection = ClientBase & {
  __knex__disposed?: unknown;
  writableUntil?: number;
  timeline?: Timeline;
  unconfirmed?: boolean;
  endedBy?: Ended;
};
interface Ended {
  readonly code: string;
  readonly message: string;
}
type Callback = (error: unknown, ...rest: unknown[]) => void;
interface Statement {
  readonly name?: string;
  readonly text?: string;
}

/** So long a connection need not be asked again whether it can be written to; longer where no standby can take the server's place. */
const validMs = { usual: 1_000, alone: 10_000 };
/**
 * Of a transaction whose process is frozen or cut off: its locks would hold up whoever takes its duty over. Shorter than a lease. It goes out with the
 * beginning of each transaction, at no further cost.
 */
const idleInTransactionMs = 4_000;
const endingStates = /^(25P0[34]|57P)/;
const bounded = `set local idle_in_transaction_session_timeout = ${idleInTransactionMs};`;

/** Watches what is asked on a connection of a pool: one whose answer makes it suspect is not used again. */
export function watchConnection(connection: ClientBase, names: StatementNames): void {
  const pooled = connection as PooledConnection;
  connection.on('error', (error) => noteEnd(pooled, error));
  connection.on('notice', (notice) => {
    if (saysUnconfirmed(notice)) pooled.unconfirmed = true;
  });
  const send = connection.query.bind(connection) as (...query: unknown[]) => unknown;
  const query = (statement: unknown, ...rest: unknown[]): unknown => {
    const last = rest.at(-1);
    if (typeof last !== 'function') return send(sendable(statement, names), ...rest);
    const callback = (error: unknown, ...answer: unknown[]) => {
      const cause = error ? causeOf(pooled, error) : unconfirmedOf(pooled);
      if (cause) noteFault(pooled, cause, names);
      (last as Callback)(cause, ...answer);
    };
    const between = rest.slice(0, -1);
    return sendInPipeline(connection, sendable(statement, names), callback, (sent, answered) => send(sent, ...between, answered));
  };
  connection.query = query as ClientBase['query'];
}

/** Whether a commit's wait for a synchronous standby was ended: it is answered as done, with this warning; whether it outlives this server is not known. */
export const saysUnconfirmed = ({
  code,
  routine,
}: {
  readonly code?: string | undefined;
  readonly routine?: string | undefined;
}): boolean => code === '01000' && routine === 'SyncRepWaitForLSN';

/** What takes the place of such an answer. */
export const unconfirmedCommit = (): Error =>
  Object.assign(new Error('the commit was not confirmed by a synchronous standby'), { code: '08007' });

function unconfirmedOf(connection: PooledConnection): Error | null {
  if (connection.unconfirmed !== true) return null;
  connection.unconfirmed = false;
  return unconfirmedCommit();
}

/** The server ends a session with a word about why; whatever is asked on it later is refused without one. */
function noteEnd(connection: PooledConnection, error: unknown): void {
  const { code, message = '' } = (error ?? {}) as Partial<Ended>;
  if (code && endingStates.test(code)) connection.endedBy ??= { code, message };
}

function causeOf(connection: PooledConnection, error: unknown): unknown {
  noteEnd(connection, error);
  const { endedBy } = connection;
  const isRefused = endedBy !== undefined && (error as { code?: unknown }).code === undefined;
  return isRefused ? Object.assign(new Error(endedBy.message, { cause: error }), { code: endedBy.code }) : error;
}

function noteFault(connection: PooledConnection, error: unknown, names: StatementNames): void {
  notePlainWords(error);
  if (arePreparedStatementsLost(error) && !isConsequence(error)) names.areUsed = false;
  if (!isConnectionSuspect(error)) return;
  connection.__knex__disposed ??= describeDatabaseError(error);
  // What is asked next on it would wait behind a statement that is still not answered.
  if (isUnanswered(error)) closeConnection(connection);
}

/** Closes a connection once its server was replaced by one that `timelines` has met: what waits for an answer there can only hang, or be lost with it. */
export function closeWhenReplaced(connection: ClientBase, timelines: Timelines): void {
  const pooled = connection as PooledConnection;
  const unwatch = timelines.onNewer(() => {
    if (!timelines.isOlder(pooled.timeline)) return;
    pooled.__knex__disposed ??= 'another server that takes writes has replaced the one it leads to';
    closeConnection(connection);
  });
  connection.once('end', unwatch);
}

/** Closes a connection at once where it waits for an answer. */
export function closeConnection(connection: ClientBase): void {
  const driver = connection as Client & { readonly pipeline?: boolean; readonly connection: { readonly stream: Pick<Socket, 'destroy'> } };
  void driver.end().catch(() => undefined);
  // In a pipeline the driver (pg 8.23) waits for all answers first.
  if (driver.pipeline === true) driver.connection.stream.destroy();
}

function sendable(statement: unknown, names: StatementNames): unknown {
  if (typeof statement !== 'object' || statement === null || Object.getPrototypeOf(statement) !== Object.prototype) return statement;
  const { name, ...rest } = statement as Statement;
  if (rest.text && /^begin\b/i.test(rest.text) && !rest.text.includes(bounded)) return { text: `${rest.text} ${bounded}` };
  return name !== undefined && !names.areUsed ? rest : statement;
}

/** Without what tells timelines, as where a server that is no PostgreSQL by itself has no log of changes to ask for. */
const question = (timeline: string): string =>
  `select pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') as read_only,
    current_setting('max_wal_senders', true) = '0' as is_alone, ${timeline} as timeline`;
// Of `pg_control_checkpoint()` it is only there after the next checkpoint, minutes later.
const askTimeline = `case when not pg_is_in_recovery() then
  left(pg_walfile_name(pg_current_wal_lsn()), 8) || ' ' || (select system_identifier from pg_control_system()) end`;
const cannotTell = /^(42501|42883|0A000|55000)$/;
/** All but a promotion at this moment: such a server will not tell the next time either. */
const neverTells = /^(42501|42883|0A000)$/;

const codeOf = (error: unknown): string => (error as { readonly code?: string }).code ?? '';

/** Whether this is a server's refusal to tell its timeline: it may not be asked, has no such function, or is being promoted. */
export const isTimelineUntold = (error: unknown): boolean => cannotTell.test(codeOf(error));

interface Told {
  readonly is_standby: boolean;
  readonly read_only: string;
  readonly is_alone: boolean | null;
  readonly timeline: string | null;
}

/**
 * Throws `ReadOnlyConnection` where nothing can be written by a new connection, or by one that was not asked for a second (10 s where there can be no
 * standby); `OlderTimeline` where the server was replaced by one that `timelines` has met.
 */
export async function requireWritable(connection: ClientBase, timelines = new Timelines()): Promise<void> {
  const pooled = connection as PooledConnection;
  const isFresh = pooled.writableUntil !== undefined && performance.now() < pooled.writableUntil;
  if (isFresh && !timelines.isOlder(pooled.timeline)) return;
  const { rows } = await connection.query<Told>(question(timelines.areTold ? askTimeline : 'null')).catch((error: unknown) => {
    if (!isTimelineUntold(error)) throw error;
    if (neverTells.test(codeOf(error))) timelines.areTold = false;
    return connection.query<Told>(question('null'));
  });
  const nothing: Told = { is_standby: false, read_only: 'off', is_alone: null, timeline: null };
  const [{ is_standby: isStandby, read_only: isReadOnly, is_alone: isAlone, timeline } = nothing] = rows;
  if (isStandby) throw new ReadOnlyConnection('the server is a standby: it refuses writes');
  if (isReadOnly === 'on') throw new ReadOnlyConnection('the server is read-only: it refuses writes');
  if (timeline !== null) {
    const [number = '', cluster = ''] = timeline.split(' ');
    pooled.timeline = { cluster, number: Number.parseInt(number, 16) };
    timelines.meet(pooled.timeline);
  }
  pooled.writableUntil = performance.now() + (isAlone ? validMs.alone : validMs.usual);
}

/** The timeline of the server that a connection has led to; undefined where it was not asked or could not tell. */
export const timelineOf = (connection: ClientBase): Timeline | undefined => (connection as PooledConnection).timeline;
