import { Agent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import type { LookupFunction, Socket } from 'node:net';
import { cleanOutsideText } from '@pps/kernel';
import { buildConnector } from 'undici';
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
/** Of an answer's headers: cookies and policies of large sites are far less. */
const maxHeaderBytes = 262_144;

const maxInterimAnswers = 100;

/** Calls of one endpoint, one after another. */
export interface EndpointConnection {
  /**
   * One POST, without redirects or proxies, reading at most 16 kB of the answer; on the connection of the call before where that is open and leads to
   * a checked address. Where one breaks before anything was answered, as a server may close what has been idle, the call is made once more, and this
   * and all later ones on new connections. `signal` bounds the whole call. Throws `NotPermitted`, `Unreachable`, or what the connection or
   * `isPermitted` threw.
   */
  call(call: EndpointCall): Promise<EndpointAnswer>;
  /** False once an open connection broke under a call: later calls connect anew. */
  mayReuse(): boolean;
  close(): void;
}

/** Connects at the first call. */
export function openEndpoint(): EndpointConnection {
  let open: OpenClient | null = null;
  let hasBroken = false;
  const close = () => {
    open?.agent.destroy();
    open?.socket?.destroy();
    open = null;
  };
  const callNew = (call: EndpointCall) => {
    close();
    open = openClient(call);
    return send(open.agent, call);
  };
  return {
    close,
    mayReuse: () => !hasBroken,
    async call(call) {
      if (!open || hasBroken || !leadsToChecked(open, call)) return callNew(call);
      open.current = call;
      if (!(await Promise.race([call.isPermitted(), rejectedBy(call.signal)]))) throw new NotPermitted();
      try {
        return await send(open.agent, call);
      } catch (error) {
        if (call.signal.aborted || !isBroken(error)) throw error;
        hasBroken = true;
        return callNew(call);
      }
    },
  };
}

/** One connection, which is opened for the current call. */
interface OpenClient {
  readonly agent: Agent;
  current: EndpointCall;
  socket: Socket | null;
}

function openClient(call: EndpointCall): OpenClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, maxFreeSockets: 1 });
  const open: OpenClient = { agent, current: call, socket: null };
  // The Agent's type says a stream; what it takes in time is given to the callback.
  agent.createConnection = ((_options: object, callback: ConnectedCallback) => connectFor(open, callback)) as never;
  return open;
}

type ConnectedCallback = (error: Error | null, socket?: Socket) => void;

const leadsToChecked = ({ current, socket }: OpenClient, { url, addresses }: EndpointCall): boolean =>
  socket !== null &&
  !socket.destroyed &&
  current.url.origin === url.origin &&
  addresses.some(({ address }) => address === socket.remoteAddress);

const isBroken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

/** Interim answers (`100 Continue`) are passed over, as HTTP asks of clients, up to a number that no server has reason for. */
async function send(agent: Agent, call: EndpointCall): Promise<EndpointAnswer> {
  const { url, headers, signal } = call;
  const sent = httpRequest({
    // The connection itself is secure where the URL is.
    ...{ agent, signal, method: 'POST', path: `${url.pathname}${url.search}`, maxHeaderSize: maxHeaderBytes },
    headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(call.body) },
  });
  const response = await Promise.race([answerTo(sent, call.body), rejectedBy(signal)]);
  const body = await readBeginning(response);
  return { statusCode: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body };
}

function answerTo(sent: ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let interim = 0;
    const refuse = (why: string) => {
      sent.destroy();
      reject(new Error(why));
    };
    sent.on('information', () => ++interim > maxInterimAnswers && refuse('too many interim answers'));
    const refuseSwitch = () => refuse('the protocol was switched unasked');
    sent.on('upgrade', (_, socket) => {
      socket.destroy();
      refuseSwitch();
    });
    sent.on('close', () => refuse('the connection ended without an answer'));
    // What breaks after the answer began is seen by who reads its body.
    sent
      .on('response', (response) => (response.statusCode === 101 ? refuseSwitch() : resolve(response)))
      .on('error', reject)
      .end(body);
  });
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = () => reject(new Error('the time was up'));
    if (signal.aborted) refuse();
    else signal.addEventListener('abort', refuse, { once: true });
  });
}

function connectFor(open: OpenClient, callback: ConnectedCallback): void {
  const { addresses, isPermitted, url } = open.current;
  const { host, protocol, port } = url;
  // The name in a certificate is the bare address.
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const connect = buildConnector({ timeout: connectTimeoutMs, lookup: lookUpOnly(addresses), maxCachedSessions: 0 });
  connect({ hostname, host, protocol, port }, (...connected) => {
    const [error, socket] = connected;
    if (error) return callback(new Unreachable());
    isPermitted().then(
      (yes) => {
        if (!yes) {
          socket.destroy();
          return callback(new NotPermitted());
        }
        open.socket = socket;
        callback(null, socket);
      },
      (failure: Error) => {
        socket.destroy();
        callback(failure);
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
async function readBeginning(body: IncomingMessage): Promise<string> {
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
