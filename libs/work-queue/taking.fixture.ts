import { connect } from 'nats';
import { natsAddress, type TakeOptions, type WorkItem, type WorkQueue } from '.';

export const work = (id: string): WorkItem => ({ kind: 'mail', id, attributes: { attempt: '1' } });

export interface Taking {
  readonly handled: WorkItem[];
  readonly errors: unknown[];
  inHand: number;
  mostInHand: number;
  stop(): Promise<void>;
}

export type TakingHow = [
  concurrency: number,
  handle?: (work: WorkItem) => Promise<void>,
  more?: Pick<TakeOptions, 'ackWaitMs' | 'handOff' | 'due'>,
];

/** Takes mails from a queue and notes them. */
export function startTaking(queue: WorkQueue, ...[concurrency, handle = async () => undefined, more = {}]: TakingHow): Taking {
  const ending = new AbortController();
  const onError = (error: unknown) => void started.errors.push(error);
  const started: Taking = { handled: [], errors: [], inHand: 0, mostInHand: 0, stop: () => Promise.resolve() };
  const counted = async (piece: WorkItem) => {
    started.handled.push(piece);
    started.mostInHand = Math.max(started.mostInHand, ++started.inHand);
    await handle(piece).finally(() => started.inHand--);
  };
  const taking = queue.take('mail', { concurrency, signal: ending.signal, handle: counted, onError, ...more });
  started.stop = async () => {
    ending.abort();
    await taking;
  };
  return started;
}

/** What the stream holds: given out and not acknowledged, or waiting. */
export async function itemsLeft(url: string): Promise<number> {
  const observer = await connect(natsAddress(url));
  const { state } = await (await observer.jetstreamManager()).streams.info('WORK');
  await observer.close();
  return state.messages;
}
