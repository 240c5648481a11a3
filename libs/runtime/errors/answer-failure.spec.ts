import type { FastifyReply, FastifyRequest } from 'fastify';
import { loadConfiguration } from '../configuration/load-configuration';
import { createLogger } from '../logging/logger';
import { answerFailure } from './answer-failure';

/** What is logged, and the status, when this is thrown while the request's body has come this far. */
function answered(code: string, raw: { complete: boolean; destroyed: boolean }) {
  const lines: string[] = [];
  const logger = createLogger('test', loadConfiguration({ LOG_LEVEL: 'debug' }), { write: (line: string) => void lines.push(line) });
  let status = 0;
  const reply = {
    sent: false,
    headers: () => reply,
    header: () => reply,
    send: () => reply,
    code: (given: number) => ((status = given), reply),
  };
  const request = { id: 'request-1', url: '/v1/pins', headers: {}, raw };
  const thrown = Object.assign(new Error('aborted'), { code });
  answerFailure(thrown, request as unknown as FastifyRequest, reply as unknown as FastifyReply, logger);
  return { status, logged: lines.map((line) => JSON.parse(line)) };
}

it.each(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'])(
  'a client that hangs up in the middle of its body (%s) is no failure of ours',
  (code) => {
    const { status, logged } = answered(code, { complete: false, destroyed: true });
    expect(status).toBe(400);
    expect(logged).toMatchObject([{ level: 'debug', request_id: 'request-1' }]);
    expect(logged[0].err).toBeUndefined();
  },
);

it.each([
  ['ECONNRESET', { complete: true, destroyed: true }, 503],
  ['ECONNRESET', { complete: false, destroyed: false }, 503],
  ['ENOSPC', { complete: false, destroyed: true }, 500],
])('%s is ours where the request is %j', (code, raw, expected) => {
  const { status, logged } = answered(code, raw);
  expect(status).toBe(expected);
  expect(logged).toMatchObject([{ level: 'error', err: { message: 'aborted' } }]);
});
