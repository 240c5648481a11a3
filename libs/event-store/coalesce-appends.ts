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

/**
 * Appends that begin in the same tick of the event loop leave together, 100 or 1 MiB of facts in a call at most; what is more follows, a call for
 * each turn of the loop, so that neither other work nor appends that begin after this tick wait for it. One that begins alone leaves by itself.
 */
export function coalesceAppends(calls: AppendCalls): (append: StreamAppend) => Promise<Appended> {
  let begun: Waiting[] | null = null;
  const begin = (): Waiting[] => {
    const waiting: Waiting[] = [];
    process.nextTick(() => {
      begun = null;
      sendFrom(calls, waiting, 0);
    });
    return waiting;
  };
  return (append) => new Promise((resolve) => void (begun ??= begin()).push({ append, resolve }));
}

interface Encoded extends Waiting {
  readonly encoded: EncodedAppend;
}

function sendFrom(calls: AppendCalls, waiting: readonly Waiting[], start: number): void {
  const [first] = waiting;
  if (first && waiting.length === 1) return sendAlone(calls, first);
  const group: Encoded[] = [];
  let next = start;
  for (let bytes = 0; next < waiting.length && group.length < appendsInCall; next++) {
    const each = encodeOrReject(waiting[next]);
    if (!each) continue;
    bytes += each.encoded.bytes;
    if (group.length > 0 && bytes > bytesInCall) break;
    group.push(each);
  }
  sendTogether(calls, group);
  if (next < waiting.length) setImmediate(sendFrom, calls, waiting, next);
}

function sendTogether(calls: AppendCalls, group: readonly Encoded[]): void {
  const [first] = group;
  if (!first) return;
  if (group.length === 1) return sendAlone(calls, first);
  const outcomes = calls.together(group.map(({ encoded }) => encoded));
  for (const [index, { resolve }] of group.entries())
    resolve(outcomes[index] ?? Promise.reject(new Error('an append of many has no outcome')));
}

function sendAlone({ alone }: AppendCalls, { append, resolve }: Waiting): void {
  resolve(alone(append));
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
