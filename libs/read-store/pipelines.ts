import { ConditionVariable } from '@pps/concurrency';
import type { Socket } from 'node:net';
import type { Knex } from 'knex';
import type { ClientBase } from 'pg';

/** A connection as far as the driver's types tell nothing of it, and what is noted of its pipeline. */
interface Sending {
  pipeline: boolean;
  pipelined: Pipelined | undefined;
  readonly connection: { readonly stream: Pick<Socket, 'cork' | 'uncork'> };
  readonly connectionParameters: { readonly query_timeout?: number | string | false };
}

interface Pipelined {
  /** Sent and not answered. */
  open: number;
  hasFailed: boolean;
  isGathering: boolean;
  readonly isEmpty: ConditionVariable;
}

type Callback = (error: unknown, ...answer: unknown[]) => void;

/**
 * What `work` asks on a connection goes out at once, without waiting for the answers in between, and is answered in that order. Nothing else may be
 * under way on the connection before. No cursors.
 */
export async function inPipeline<T>(connection: ClientBase, work: () => Promise<T>): Promise<T> {
  const driver = connection as unknown as Sending;
  const pipelined: Pipelined = { open: 0, hasFailed: false, isGathering: false, isEmpty: new ConditionVariable() };
  [driver.pipeline, driver.pipelined] = [true, pipelined];
  try {
    return await work();
  } finally {
    // The answer to what work has left under way would be taken for that to the next question. Each has a time-out of its own.
    while (pipelined.open > 0) await pipelined.isEmpty.wait(longestLookMs);
    [driver.pipeline, driver.pipelined] = [false, undefined];
  }
}

const longestLookMs = 1_000;

/**
 * Does all of them in one transaction, each waiting for its own answers alone; once all have ended, throws the first one's error that is not only the
 * consequence of another. They open no transaction within.
 */
export async function allTogether(tx: Knex.Transaction, works: readonly (() => Promise<void>)[]): Promise<void> {
  const connection = await (tx.client as { readonly acquireConnection: () => Promise<ClientBase> }).acquireConnection();
  const results = await inPipeline(connection, () => Promise.allSettled(works.map(async (work) => work())));
  const errors: unknown[] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (errors.length > 0) throw errors.find((error) => !isConsequence(error)) ?? errors[0];
}

/** Whether a statement failed behind another one in a pipeline, whose transaction was over by then. */
export const isConsequence = (error: unknown): boolean => (error as { isConsequence?: unknown } | null)?.isConsequence === true;

/**
 * Sends a statement. In a pipeline those of one turn of the event loop leave in one packet; the time-out of each counts from the answer before its own; and
 * each fails with an error of its own, which says whether it is only the consequence of another.
 */
export function sendInPipeline(
  connection: ClientBase,
  statement: unknown,
  callback: Callback,
  send: (statement: unknown, callback: Callback) => unknown,
): unknown {
  const driver = connection as unknown as Sending;
  const { pipelined } = driver;
  if (!pipelined) return send(statement, callback);
  pipelined.open += 1;
  gather(driver, pipelined);
  const answerMs = Number(driver.connectionParameters.query_timeout || 0);
  const isPlain = typeof statement === 'object' && statement !== null && Object.getPrototypeOf(statement) === Object.prototype;
  const bounded = isPlain && answerMs > 0 ? { ...statement, query_timeout: answerMs * pipelined.open } : statement;
  let isOpen = true;
  const close = () => {
    if (isOpen && --pipelined.open === 0) pipelined.isEmpty.notifyAll();
    isOpen = false;
  };
  const answered: Callback = (error, ...answer) => {
    close();
    const own = error instanceof Error ? copyOf(error, pipelined.hasFailed) : error;
    if (error) pipelined.hasFailed = true;
    callback(own, ...answer);
  };
  try {
    return send(bounded, answered);
  } catch (error) {
    // A parameter that has no text, say: nothing was sent, and nothing will be answered.
    close();
    throw error;
  }
}

/** The driver gives one error to all that a lost connection has left. */
const copyOf = (error: Error, isFollowing: boolean): Error =>
  Object.assign(Object.create(Object.getPrototypeOf(error) as object, Object.getOwnPropertyDescriptors(error)) as Error, {
    ...(isFollowing && { isConsequence: true }),
  });

function gather({ connection: { stream } }: Sending, pipelined: Pipelined): void {
  if (pipelined.isGathering) return;
  pipelined.isGathering = true;
  stream.cork();
  // Comes when every continuation that can run now has run.
  process.nextTick(() => {
    pipelined.isGathering = false;
    stream.uncork();
  });
}
