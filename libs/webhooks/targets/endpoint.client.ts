import type { LookupFunction, Socket } from 'node:net';
import { cleanOutsideText } from '@pps/kernel';
import { buildConnector, Client, errors, type Dispatcher } from 'undici';
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

/** Calls of one endpoint, one after another. */
export interface EndpointConnection {
  /**
   * One POST, without redirects or proxies, reading at most 16 kB of the answer; on the connection of the call before where that is open and leads to
   * a checked address. Where one breaks before anything was answered, as a server may close what has been idle, the call is made once more, and this
   * and all later ones on new connections. `signal` bounds the whole call. Throws `NotPermitted`, `Unreachable`, or what the connection or
   * `isPermitted` threw.
   */
  call(call: EndpointCall): Promise<EndpointAnswer>;
  close(): void;
}

/** Connects at the first call. */
export function openEndpoint(): EndpointConnection {
  let open: OpenClient | null = null;
  let mayReuse = true;
  const close = () => {
    void open?.client.destroy().catch(() => undefined);
    open = null;
  };
  const callNew = (call: EndpointCall) => {
    close();
    open = openClient(call);
    return send(open.client, call);
  };
  return {
    close,
    async call(call) {
      if (!open || !mayReuse || !leadsToChecked(open, call)) return callNew(call);
      open.current = call;
      if (!(await Promise.race([call.isPermitted(), rejectedBy(call.signal)]))) throw new NotPermitted();
      try {
        return await send(open.client, call);
      } catch (error) {
        if (call.signal.aborted || !isBroken(error)) throw error;
        mayReuse = false;
        return callNew(call);
      }
    },
  };
}

/** A client of one connection, which it opens for its current call. */
interface OpenClient {
  readonly client: Client;
  current: EndpointCall;
  socket: Socket | null;
}

function openClient(call: EndpointCall): OpenClient {
  const connect: buildConnector.connector = (options, callback) => connectFor(open, options, callback);
  const client = new Client(call.url.origin, { connect, maxHeaderSize: maxBytes, pipelining: 1 });
  const open: OpenClient = { client, current: call, socket: null };
  return open;
}

const leadsToChecked = ({ current, socket }: OpenClient, { url, addresses }: EndpointCall): boolean =>
  socket !== null &&
  !socket.destroyed &&
  current.url.origin === url.origin &&
  addresses.some(({ address }) => address === socket.remoteAddress);

const isBroken = (error: unknown): boolean =>
  error instanceof errors.SocketError ||
  (error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE'));

async function send(client: Client, call: EndpointCall): Promise<EndpointAnswer> {
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
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = () => reject(new Error('the time was up'));
    if (signal.aborted) refuse();
    else signal.addEventListener('abort', refuse, { once: true });
  });
}

function connectFor(open: OpenClient, options: buildConnector.Options, callback: buildConnector.Callback): void {
  const { addresses, isPermitted } = open.current;
  const connect = buildConnector({ timeout: connectTimeoutMs, lookup: lookUpOnly(addresses), maxCachedSessions: 0 });
  connect(options, (...connected) => {
    const [error, socket] = connected;
    if (error) return callback(new Unreachable(), null);
    isPermitted().then(
      (yes) => {
        if (!yes) {
          socket.destroy();
          return callback(new NotPermitted(), null);
        }
        open.socket = socket;
        callback(null, socket);
      },
      (failure: Error) => {
        socket.destroy();
        callback(failure, null);
      },
    );
  });
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
