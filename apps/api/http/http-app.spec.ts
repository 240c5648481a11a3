import { connect } from 'node:net';
import { Controller, Get, Module } from '@nestjs/common';
import { loadConfiguration, createLogger } from '@pps/runtime';
import { createHttpApp } from './http-app';

let arrived: () => void;
let release: (text: string) => void;
const arrival = new Promise<void>((resolve) => (arrived = resolve));
const released = new Promise<string>((resolve) => (release = resolve));

@Controller()
class SlowController {
  @Get('slow')
  slow(): Promise<string> {
    arrived();
    return released;
  }

  @Get('never')
  never(): Promise<string> {
    arrived();
    return new Promise(() => undefined);
  }
}

@Module({ controllers: [SlowController] })
class SlowModule {}

function start(environment: Record<string, string>) {
  const config = loadConfiguration({ LOG_LEVEL: 'silent', ...environment });
  return createHttpApp(SlowModule, { config, logger: createLogger('test', config) });
}

function refused(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(undefined));
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code)).once('connect', () => socket.destroy());
  });
}

test('closing turns readiness off, takes nothing new and finishes what is open', async () => {
  const http = await start({});
  const port = await http.listen(0, '127.0.0.1');
  const open = fetch(`http://127.0.0.1:${port}/slow`);
  await arrival;
  const closed = http.close();
  expect(await http.health.readiness()).toEqual({ status: 'stopping', checks: {} });
  while ((await refused(port)) === undefined) await new Promise(setImmediate);
  release('finished');
  const answer = await open;
  expect([answer.status, await answer.text(), answer.headers.get('connection')]).toEqual([200, 'finished', 'close']);
  await closed;
});

test('what does not finish within the grace is cut', async () => {
  const http = await start({ SHUTDOWN_GRACE: '200ms' });
  const port = await http.listen(0, '127.0.0.1');
  const inside = new Promise<void>((resolve) => (arrived = resolve));
  const open = fetch(`http://127.0.0.1:${port}/never`);
  const cut = expect(open).rejects.toThrow();
  await inside;
  await http.close();
  await cut;
});
