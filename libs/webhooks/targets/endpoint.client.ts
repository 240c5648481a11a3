import type { LookupFunction } from 'node:net';
import { cleanOutsideText } from '@pps/kernel';
import { buildConnector, Client, type Dispatcher } from 'undici';
import { Unreachable, type Address } from './target-url';

export interface EndpointCall {
  readonly url: URL;
  /** Checked addresses of the host; the call connects to no other. */
  readonly addresses: readonly Address[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
  /** Asked on the open connection, right before the request is written. */
  readonly isPermitted: () => Promise<boolean>;
}

export interface EndpointAnswer {
  readonly statusCode: number;
  readonly retryAfter: string | undefined;
  /** The first 16 kB at most, as sent (never decompressed). */
  readonly body: string;
}

/** `isPermitted` answered false on the open connection: nothing was sent. */
export class NotPermitted extends Error {
  override readonly name = 'NoLongerPermitted';
}

const connectTimeoutMs = 5_000;
const maxBytes = 16_384;

/**
 * One POST on a new connection, without redirects or proxies, reading at most 16 kB of the answer. `signal` bounds the whole call.
 * Throws `NotPermitted`, `Unreachable`, or what the connection or `isPermitted` threw.
 */
export async function callEndpoint(call: EndpointCall): Promise<EndpointAnswer> {
  const client = new Client(call.url.origin, {
    connect: createConnector(call),
    maxHeaderSize: maxBytes,
    pipelining: 1,
  });
  try {
    const request = client.request({
      path: `${call.url.pathname}${call.url.search}`,
      method: 'POST',
      headers: call.headers,
      body: call.body,
      signal: call.signal,
    });
    // Undici checks the signal only once it is connected.
    const response = await Promise.race([request, rejectedBy(call.signal)]);
    const retryAfter = response.headers['retry-after'];
    const body = await readBeginning(response.body);
    return { statusCode: response.statusCode, retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined, body };
  } finally {
    void client.destroy().catch(() => undefined);
  }
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = () => reject(new Error('the time was up'));
    if (signal.aborted) refuse();
    else signal.addEventListener('abort', refuse, { once: true });
  });
}

function createConnector({ addresses, isPermitted }: EndpointCall): buildConnector.connector {
  const connect = buildConnector({ timeout: connectTimeoutMs, lookup: lookUpOnly(addresses), maxCachedSessions: 0 });
  return (options, callback) => {
    connect(options, (...connected) => {
      const [error, socket] = connected;
      if (error) return callback(new Unreachable(), null);
      isPermitted().then(
        (yes) => {
          if (yes) return callback(null, socket as Exclude<typeof socket, null>);
          socket?.destroy();
          callback(new NotPermitted(), null);
        },
        (failure: Error) => {
          socket?.destroy();
          callback(failure, null);
        },
      );
    });
  };
}

const lookUpOnly =
  (addresses: readonly Address[]): LookupFunction =>
  (_host, options, callback) => {
    const [first] = addresses;
    if (options.all) return callback(null, [...addresses]);
    if (!first) return callback(new Unreachable(), '', 4);
    callback(null, first.address, first.family);
  };

/** The first 16 kB of the body, or what came before the connection broke: the status alone already is an answer. */
async function readBeginning(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= maxBytes) break;
    }
  } catch {
    // The connection ended, or the time was up.
  }
  const beginning = Buffer.concat(chunks).subarray(0, maxBytes);
  // As of a stream that goes on: a character whose last bytes were cut off is left out.
  return cleanOutsideText(new TextDecoder('utf-8', { ignoreBOM: true }).decode(beginning, { stream: true }), maxBytes);
}
