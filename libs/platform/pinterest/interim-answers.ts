import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

const codeEndsAt = 'HTTP/1.1 100'.length - 1;
const prefix = Buffer.from('HTTP/1.');
const [digitZero, digitOne, digitTwo] = Buffer.from('012');
const headEnd = Buffer.from('\r\n\r\n');

/** Follows one connection's bytes; a status line of 100 is turned into one of 102 in place. */
export class InterimAnswers {
  /** Bytes of the status line so far; null while no head is expected. */
  private inLine: number | null = null;
  /** The status so far: of three digits. */
  private code: number[] = [];
  /** How much of the end of an interim head has come; null outside of one. */
  private ofHeadEnd: number | null = null;

  /** A request is written: the next byte begins an answer. */
  expect(): void {
    this.inLine = 0;
    this.code = [];
    this.ofHeadEnd = null;
  }

  /** Looks at the next bytes, which may end anywhere. */
  pass(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && (this.inLine !== null || this.ofHeadEnd !== null); at++) {
      if (this.ofHeadEnd !== null) this.readHead(bytes[at]);
      else this.readLine(bytes, at);
    }
  }

  private readHead(byte: number | undefined): void {
    const matched = this.ofHeadEnd ?? 0;
    if (byte !== headEnd[matched]) this.ofHeadEnd = byte === headEnd[0] ? 1 : 0;
    else if (matched + 1 === headEnd.length) this.expect();
    else this.ofHeadEnd = matched + 1;
  }

  private readLine(bytes: Uint8Array, at: number): void {
    const [place, byte] = [this.inLine ?? 0, bytes[at]];
    this.inLine = place + 1;
    if (place < prefix.length && byte !== prefix[place]) this.inLine = null;
    if (place > prefix.length + 1) this.code.push(byte ?? 0);
    if (place !== codeEndsAt) return;
    this.inLine = null;
    const [first, second, third] = this.code;
    if (first !== digitOne) return;
    if (second === digitZero && third === digitZero) bytes[at] = digitTwo ?? 0;
    this.ofHeadEnd = 0;
  }
}

/**
 * Connects as undici does, and lets an unasked `100 Continue` be passed over as HTTP asks of clients: undici takes that one interim answer for a
 * bad answer, which would make a created pin an unknown outcome. Only for connections that have one request at a time.
 */
export function connectTolerantly(timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs });
  return (options, callback) =>
    connect(options, (...connected) => {
      const [error, socket] = connected;
      if (error) return callback(error, null);
      passOverContinue(socket);
      callback(null, socket);
    });
}

function passOverContinue(socket: Socket): void {
  const answers = new InterimAnswers();
  const [read, write] = [socket.read.bind(socket), socket.write.bind(socket)];
  socket.read = (size) => {
    const bytes: unknown = read(size);
    if (bytes instanceof Uint8Array) answers.pass(bytes);
    return bytes;
  };
  // undici writes a request's head as text, and bodies as bytes.
  socket.write = ((chunk: unknown, ...rest: never[]) => {
    if (typeof chunk === 'string') answers.expect();
    return write(chunk as never, ...rest);
  }) as Socket['write'];
}
