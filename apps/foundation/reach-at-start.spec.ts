import { openEventStore, StoreUnavailable } from '@pps/event-store';
import { createServer, type AddressInfo } from 'node:net';
import { reachAtStart } from './reach-at-start';

const pooler = 'unsupported startup parameter: statement_timeout';
const coded = (code: string, message: string) => Object.assign(new Error(message), { code });

/** What a start that always fails with this says, and ends with. */
async function startFailing(error: Error, setting: 'DATABASE_URL' | 'EVENTSTORE_URL' = 'DATABASE_URL') {
  const lines: string[] = [];
  const logger = { warn: (_: object, line: string) => void lines.push(line) } as never;
  const end = await reachAtStart({ logger, setting, patienceMs: 600 }, () => Promise.reject(error)).catch((thrown: unknown) => thrown);
  return { lines, end };
}

it.each([
  ['a standby', coded('25006', 'the server is a standby: it refuses writes'), 'DATABASE_URL', '25006: the server is a standby'],
  ['a database that is starting', coded('57P03', 'the database system is starting up'), 'DATABASE_URL', '57P03: the database system'],
  ['nobody at the address', coded('ECONNREFUSED', 'connect ECONNREFUSED'), 'DATABASE_URL', 'ECONNREFUSED: connect ECONNREFUSED'],
  ['an event store that is away', new StoreUnavailable('read of log-identity'), 'EVENTSTORE_URL', 'read of log-identity'],
] as const)('says once that it waits for %s, and once that it gives up', async (_, error, setting, reason) => {
  const { lines, end } = await startFailing(error, setting);
  expect(lines).toEqual([expect.stringContaining(`waiting for ${setting}: ${reason.split(': ')[0]}`)]);
  expect(end).toMatchObject({
    name: 'CannotStart',
    message: expect.stringMatching(new RegExp(`^${setting} cannot be used: .*gave up after \\d+ s$`)),
  });
  expect((end as Error).message).toContain(reason);
});

it.each([
  [
    'a wrong password',
    coded('28P01', 'password authentication failed for user "pins"'),
    'is refused: 28P01: password authentication failed',
  ],
  ['a database that is not there', coded('3D000', 'database "pins" does not exist'), 'is refused: 3D000: database "pins" does not exist'],
  [
    'a pooler that is set up otherwise',
    coded('08P01', pooler),
    `is refused: 08P01: ${pooler}; let the pooler pass over it (PgBouncer: ignore_startup_parameters`,
  ],
])('does not wait for %s', async (_, error, words) => {
  const { lines, end } = await startFailing(error);
  expect([lines, end]).toMatchObject([[], { name: 'CannotStart', message: expect.stringContaining(`DATABASE_URL ${words}`) }]);
});

it.each([
  ['nobody at the address', (port: number) => `esdb://127.0.0.1:${port}?tls=false`, false, /ECONNREFUSED/],
  ['TLS to a server without it', (port: number) => `esdb://127.0.0.1:${port}`, true, /SSL|TLS|wrong version|ECONNRESET|socket|closed/i],
])('tells of %s as soon as it is known, with what the event store’s client says', async (_, urlOf, isServed, reason) => {
  const server = createServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((closed) => void server.close(() => closed()));
  if (!isServed) await close();
  const store = openEventStore(urlOf(port));
  const lines: string[] = [];
  const logger = { warn: (__: object, line: string) => void lines.push(line) } as never;
  const reading = reachAtStart({ logger, setting: 'EVENTSTORE_URL', patienceMs: 2_000 }, () => store.read('log-identity', 0, 1));
  await expect(reading).rejects.toThrow(/^EVENTSTORE_URL cannot be used: .*gave up after \d+ s$/);
  expect(lines).toEqual([expect.stringMatching(/^waiting for EVENTSTORE_URL: (?!no answer yet)/)]);
  expect(lines[0]).toMatch(reason);
  await store.close();
  if (isServed) await close();
});

it('says after a moment that a part does not answer at all', async () => {
  jest.useFakeTimers();
  try {
    const lines: string[] = [];
    const logger = { warn: (_: object, line: string) => void lines.push(line) } as never;
    void reachAtStart({ logger, setting: 'EVENTSTORE_URL' }, () => new Promise(() => undefined));
    await jest.advanceTimersByTimeAsync(3_000);
    expect(lines).toEqual(['waiting for EVENTSTORE_URL: no answer yet']);
  } finally {
    jest.useRealTimers();
  }
});

it('leaves an error that is nobody’s but ours as it is', async () => {
  const ours = coded('42601', 'syntax error');
  expect(await startFailing(ours)).toEqual({ lines: [], end: ours });
});
