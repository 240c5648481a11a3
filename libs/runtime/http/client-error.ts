import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { errorCatalogue } from '../errors/error-catalogue';
import { envelopeOf } from '../errors/envelope';

const answers: ReadonlyMap<string, readonly [number, string]> = new Map(
  Object.entries<readonly [number, string]>({
    HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
    ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
  }),
);

/** Answers bytes that are no HTTP request, which never become one for Fastify. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason] = answers.get(error.code ?? '') ?? [400, 'Bad Request'];
  const requestId = randomUUID();
  const { message, remediation } = errorCatalogue.bad_request;
  const failure = { status, code: 'bad_request', title: message, message: reason, remediation, context: {} };
  const body = JSON.stringify(envelopeOf(failure, requestId));
  const headers = [
    `HTTP/1.1 ${status} ${reason}`,
    `X-Request-ID: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`);
}
