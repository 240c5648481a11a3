import { setImmediate } from 'node:timers/promises';
import { encodeAppend, type EncodedAppend, type StreamAppend } from './encode-append';
import type { Appended } from './event-store';

/** The two ways to the store. */
export interface AppendCalls {
  /** An append by itself. */
  readonly alone: (append: StreamAppend) => Promise<Appended>;
  /** Appends as one call, each with an outcome of its own. */
  readonly together: (appends: readonly EncodedAppend[]) => readonly Promise<Appended>[];
}

interface Waiting {
  readonly append: StreamAppend;
  readonly resolve: (appended: Promise<Appended>) => void;
}

/** As many as a request may have pins: what one call loses is asked again one by one. */
const appendsInCall = 100;
const bytesInCall = 1024 * 1024;
/** More calls at once bring no more appends, and the time of each runs while the store is at the others. */
const callsAtOnce = 8;

/**
 * Appends that begin in the same tick of the event loop leave together, 100 or 1 MiB of facts in a call at most; what is more follows, a call for
 * each turn of the loop and 8 unanswered at most, so that neither other work nor appends that begin after this tick wait for it. One that begins
 * alone leaves by itself.
 */
export function coalesceAppends(calls: AppendCalls): (append: StreamAppend) => Promise<Appended> {
  let begun: Waiting[] | null = null;
  const begin = (): Waiting[] => {
    const waiting: Waiting[] = [];
    process.nextTick(() => {
      begun = null;
      void sendInOrder(calls, waiting);
    });
    return waiting;
  };
  return (append) => new Promise((resolve) => void (begun ??= begin()).push({ append, resolve }));
}

interface Encoded extends Waiting {
  readonly encoded: EncodedAppend;
}

async function sendInOrder(calls: AppendCalls, waiting: readonly Waiting[]): Promise<void> {
  const [first] = waiting;
  if (first && waiting.length === 1) return void sendAlone(calls, first);
  const unanswered = new Set<Promise<unknown>>();
  for (let start = 0; start < waiting.length;) {
    const { group, next } = takeGroup(waiting, start);
    start = next;
    const answered: Promise<unknown> = Promise.allSettled(sendTogether(calls, group)).then(() => unanswered.delete(answered));
    unanswered.add(answered);
    await (unanswered.size < callsAtOnce ? setImmediate() : Promise.race(unanswered));
  }
}

function takeGroup(waiting: readonly Waiting[], start: number): { readonly group: readonly Encoded[]; readonly next: number } {
  const group: Encoded[] = [];
  let next = start;
  for (let bytes = 0; next < waiting.length && group.length < appendsInCall; next++) {
    const each = encodeOrReject(waiting[next]);
    if (!each) continue;
    bytes += each.encoded.bytes;
    if (group.length > 0 && bytes > bytesInCall) break;
    group.push(each);
  }
  return { group, next };
}

function sendTogether(calls: AppendCalls, group: readonly Encoded[]): readonly Promise<Appended>[] {
  const [first] = group;
  if (first && group.length === 1) return [sendAlone(calls, first)];
  const outcomes = callTogether(calls, group);
  return group.map(({ resolve }, index) => {
    const outcome = outcomes[index] ?? Promise.reject<Appended>(new Error('an append of many has no outcome'));
    resolve(outcome);
    return outcome;
  });
}

/** A call that throws has failed for each of the group. */
function callTogether({ together }: AppendCalls, group: readonly Encoded[]): readonly Promise<Appended>[] {
  try {
    return together(group.map(({ encoded }) => encoded));
  } catch (error) {
    return group.map(() => Promise.reject<Appended>(error as Error));
  }
}

function sendAlone({ alone }: AppendCalls, { append, resolve }: Waiting): Promise<Appended> {
  const outcome = alone(append);
  resolve(outcome);
  return outcome;
}

/** Undefined for what cannot be encoded: that append has failed then. */
function encodeOrReject(waiting: Waiting | undefined): Encoded | undefined {
  try {
    return waiting && { ...waiting, encoded: encodeAppend(waiting.append) };
  } catch (error) {
    waiting?.resolve(Promise.reject(error));
    return undefined;
  }
}
