import { Body, Controller, Get, Injectable, Module, Post, StreamableFile, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { pause } from '@pps/concurrency';
import { BulkPermits } from '@pps/read-store';
import { APP } from '../../foundation/bind-app';
import { createHttpApp, type HttpApp } from '../http/http-app';
import { createLogger, loadConfiguration } from '@pps/runtime';
import { IsString } from 'class-validator';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { eventually } from '../../../test/setup/eventually';
import { BulkWork } from '../bulk/bulk-work.decorator';
import { FairRequests } from './fair-requests.guard';

/** Handlers that run, by the organization that asked, until they are let go. */
const running: { readonly who: string; readonly end: () => void }[] = [];

class NoteDto {
  @IsString()
  readonly note: string;
}

@Controller()
class HeldController {
  @Get('held/:who')
  held(): Promise<string> {
    return new Promise((resolve) => running.push({ who: 'somebody', end: () => resolve('done') }));
  }

  @Post('bulk/:who')
  @BulkWork()
  bulk(): Promise<string> {
    return this.held();
  }

  @Get('failing')
  failing(): never {
    throw new Error('a fault of ours');
  }

  @Get('endless')
  endless(): StreamableFile {
    const bytes = new Readable({ read: () => undefined });
    bytes.push('the beginning');
    return new StreamableFile(bytes);
  }

  @Post('notes')
  note(@Body() { note }: NoteDto): string {
    return note;
  }
}

let readModelsLagMs = 0;
const bulk = new BulkPermits({
  lag: () => readModelsLagMs,
  moved: (ms) => pause(ms),
  ...{ longestLagMs: 100, heldMs: 300_000, queuePerKey: 3, monotonic: () => performance.now() },
});

/** The organization is what the header says. */
@Injectable()
class NamedOrganization implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<{ headers: Record<string, string>; principal?: unknown }>();
    const organizationId = request.headers['x-organization'];
    if (organizationId !== undefined) request.principal = { organizationId };
    return true;
  }
}

@Module({
  controllers: [HeldController],
  providers: [
    { provide: APP_GUARD, useClass: NamedOrganization },
    { provide: APP, useValue: { bulk } },
    FairRequests,
    { provide: APP_GUARD, useExisting: FairRequests },
  ],
})
class HeldModule {}

let http: HttpApp;
let at: string;

async function start(settings: Readonly<Record<string, string>>): Promise<void> {
  const patient = { REQUEST_WAIT: '5m', REQUESTS_BUSY_ABOVE: '100' };
  const config = loadConfiguration({ PORT: '0', LOG_LEVEL: 'silent', REQUESTS_WAITING: '5', ...patient, ...settings });
  http = await createHttpApp(HeldModule, { config, logger: createLogger('test', config) });
  at = `http://127.0.0.1:${await http.listen(0)}`;
}

afterEach(() => http.close());

async function ask(path: string, organization?: string, options: RequestInit = {}) {
  const headers = { ...(organization && { 'x-organization': organization }), 'content-type': 'application/json' };
  const response = await fetch(`${at}${path}`, { ...options, headers });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
}

const handlers = (count: number) => eventually(`${count} handlers`, () => Promise.resolve(running.length === count || undefined));
const backlog = (count: number) =>
  eventually(`${count} waiting`, () => Promise.resolve(http.app.get(FairRequests).backlog === count || undefined));
const endAll = () => running.splice(0).forEach(({ end }) => end());

it('works on a few of a flood, lets some wait, refuses the rest, and takes another organization’s call with the next permit', async () => {
  await start({ REQUESTS_AT_ONCE: '4', REQUESTS_AT_ONCE_SHARED: '2' });
  const flood = Array.from({ length: 20 }, () => ask('/held/a', 'a'));
  const refused = await settledFirst(flood, 11);
  expect(refused.map(({ status, retryAfter }) => [status, retryAfter])).toEqual(refused.map(() => [429, '5']));
  await handlers(4);
  const honest = ask('/held/b', 'b');
  await ask('/notes', undefined, { method: 'POST', body: JSON.stringify({ note: 'without a credential' }) });
  const [first, ...others] = running.splice(0);
  first?.end();
  await handlers(1);
  // Nobody but the newcomer got the permit that came free: one organization has no more than two while others ask.
  endAll();
  expect((await honest).status).toBe(200);
  for (const { end } of others) end();
  const ended = await endUntil(flood);
  expect(ended.map(({ status }) => status).sort()).toEqual([
    ...Array.from({ length: 9 }, () => 200),
    ...Array.from({ length: 11 }, () => 429),
  ]);
});

it('gives the permit back where input is refused, and forgets who hung up while waiting', async () => {
  await start({ REQUESTS_AT_ONCE: '2' });
  for (let n = 0; n < 10; n++) expect((await ask('/notes', 'c', { method: 'POST', body: '{"note":1}' })).status).toBe(422);
  const held = Array.from({ length: 2 }, () => ask('/held/c', 'c'));
  await handlers(2);
  const gone = new AbortController();
  const waiting = Array.from({ length: 5 }, () => ask('/held/c', 'c', { signal: gone.signal }).catch(() => null));
  await backlog(5);
  expect((await ask('/held/c', 'c')).status).toBe(429);
  gone.abort();
  await Promise.all(waiting);
  await backlog(0);
  endAll();
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
  const next = ask('/notes', 'c', { method: 'POST', body: '{"note":"taken"}' });
  expect((await next).status).toBe(201);
  expect(running).toHaveLength(0);
});

it('lets bulk work wait for the read models before it takes a permit, and refuses what waits too long with 503', async () => {
  await start({ REQUESTS_AT_ONCE: '1', BULK_WAIT: '1s' });
  readModelsLagMs = 101;
  const bulkWaiting = (count: number) => eventually(`${count} waiting`, () => Promise.resolve(bulk.backlog === count || undefined));
  const late = ask('/bulk/e', 'e', { method: 'POST', body: '{}' });
  await bulkWaiting(1);
  expect((await ask('/notes', 'e', { method: 'POST', body: '{"note":"taken"}' })).status).toBe(201);
  expect(await late).toMatchObject({ status: 503, retryAfter: '5' });
  await bulkWaiting(0);
  expect(running).toHaveLength(0);
  readModelsLagMs = 0;
  const next = ask('/bulk/e', 'e', { method: 'POST', body: '{}' });
  await handlers(1);
  endAll();
  expect((await next).status).toBe(201);
  expect(bulk.backlog).toBe(0);
});

it('gives the permit back where the handler fails, where the client hangs up meanwhile, and while an answer is still being read', async () => {
  await start({ REQUESTS_AT_ONCE: '1', REQUEST_WAIT: '1s' });
  expect((await ask('/failing', 'd')).status).toBe(500);
  const gone = new AbortController();
  const abandoned = ask('/held/d', 'd', { signal: gone.signal }).catch(() => null);
  await handlers(1);
  gone.abort();
  await abandoned;
  // Its work goes on, and so holds the permit.
  expect((await ask('/failing', 'd')).status).toBe(429);
  endAll();
  await eventually('the permit', async () => (await ask('/failing', 'd')).status === 500 || undefined);
  const reading = get(`${at}/endless`, { headers: { 'x-organization': 'd' } });
  const [endless] = (await once(reading, 'response')) as [IncomingMessage];
  expect(endless.statusCode).toBe(200);
  expect((await ask('/failing', 'd')).status).toBe(500);
  reading.destroy();
});

/** The first so many that end. */
async function settledFirst<T>(all: readonly Promise<T>[], count: number): Promise<T[]> {
  const ended: T[] = [];
  for (const each of all) void each.then((value) => ended.push(value));
  await eventually(`${count} answers`, () => Promise.resolve(ended.length >= count || undefined));
  return ended.slice(0, count);
}

async function endUntil<T>(all: readonly Promise<T>[]): Promise<T[]> {
  let ended = false;
  const whole = Promise.all(all).finally(() => (ended = true));
  await eventually('the end of the flood', () => {
    endAll();
    return Promise.resolve(ended || undefined);
  });
  return whole;
}
