import { Body, Controller, HttpCode, Module, Post } from '@nestjs/common';
import { loadConfiguration, createLogger } from '@pps/runtime';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pass } from 'node:timers/promises';
import { Pool } from 'undici';
import { createHttpApp, type HttpApp } from './http-app';

@Controller()
class EchoController {
  @Post('echo')
  @HttpCode(200)
  async echo(@Body() body: unknown): Promise<unknown> {
    await pass(5);
    return body;
  }
}

@Module({ controllers: [EchoController] })
class EchoModule {}

async function start(settings: Readonly<Record<string, string>>): Promise<{ readonly http: HttpApp; readonly port: number }> {
  const config = loadConfiguration({ LOG_LEVEL: 'silent', ...settings });
  const http = await createHttpApp(EchoModule, { config, logger: createLogger('test', config) });
  return { http, port: await http.listen(0, '127.0.0.1') };
}

interface Sent {
  readonly at: number;
  /** Its status, or what became of it instead. */
  readonly outcome: string;
}

/** Posts one after the other from each of several connections that are kept open. */
async function postSteadily(port: number, connections: number, until: (sent: Sent) => boolean): Promise<Sent[]> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections });
  const all: Sent[] = [];
  const post = async (): Promise<Sent> => {
    const at = performance.now();
    const headers = { 'content-type': 'application/json' };
    const asked = pool.request({ method: 'POST', path: '/echo', headers, body: JSON.stringify('x'.repeat(2_000)) });
    const outcome = await asked.then(
      async ({ statusCode, headers: { connection }, body }) => {
        await body.dump();
        return `${statusCode} ${String(connection)}`;
      },
      (error: Error & { readonly code?: string; readonly syscall?: string }) => `${error.syscall} ${error.code}`,
    );
    return { at, outcome };
  };
  const one = async () => {
    for (let sent = await post(); all.push(sent) && !until(sent);) sent = await post();
  };
  await Promise.all(Array.from({ length: connections }, one));
  await pool.close();
  return all;
}

/** A connection that has been answered once, and is kept open. */
async function idleConnection(port: number): Promise<{ readonly ended: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1');
  socket.write('POST /echo HTTP/1.1\r\nHost: api\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n1');
  await once(socket, 'data');
  return { ended: once(socket, 'end') };
}

test('from the first moment of a stop each answer ends its connection, and what is sent while requests are taken is answered', async () => {
  const { http, port } = await start({ SHUTDOWN_WAIT: '5s', SHUTDOWN_GRACE: '20s' });
  const idle = await idleConnection(port);
  const answered: string[] = [];
  let stoppedAt = Infinity;
  let closed: Promise<void> | undefined;
  const sent = await postSteadily(port, 8, ({ outcome }) => {
    if (answered.push(outcome) === 40) {
      stoppedAt = performance.now();
      closed = http.close();
    }
    return answered.length > 100;
  });
  await closed;
  await idle.ended;
  const sentBefore = sent.filter(({ at }) => at < stoppedAt).map(({ outcome }) => outcome);
  expect(new Set(sentBefore)).toEqual(new Set(['200 keep-alive', '200 close']));
  // On a slow machine the last of them may come when none is taken any more.
  const sentAfter = sent.filter(({ at }) => at > stoppedAt && at < stoppedAt + 1_500).map(({ outcome }) => outcome);
  expect(new Set(sentAfter)).toEqual(new Set(['200 close']));
});

test('a wait longer than half of the grace is cut to that', async () => {
  const { http } = await start({ SHUTDOWN_GRACE: '100ms', SHUTDOWN_WAIT: '1h' });
  await http.close();
});
